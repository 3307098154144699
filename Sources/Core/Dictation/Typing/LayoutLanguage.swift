/// The language that a keyboard layout is made for.
public enum LayoutLanguage {
    /// - Parameter layout: its name in xkeyboard-config, which begins with a language or a country:
    ///   `German (Austria)`, `English (intl., with AltGr dead keys)`.
    /// - Returns: nil if the name stands for no single language: Belgian.
    public static func tag(of layout: String) -> LanguageTag? {
        let parts = layout.split(separator: " (", maxSplits: 1)
        guard let name = parts.first, let language = languages[String(name)] else { return nil }
        let place = parts.count > 1 ? String(parts[1].prefix { $0 != ")" && $0 != "," }) : ""
        return LanguageTag(regions[place].map { "\(language)-\($0)" } ?? language)
    }

    fileprivate static let languages = [
        "Albanian": "sq", "Arabic": "ar", "Armenian": "hy", "Azerbaijani": "az", "Bangla": "bn",
        "Basque": "eu", "Belarusian": "be", "Bosnian": "bs", "Bulgarian": "bg", "Burmese": "my",
        "Catalan": "ca", "Chinese": "zh", "Croatian": "hr", "Czech": "cs", "Danish": "da",
        "Dutch": "nl", "English": "en", "Esperanto": "eo", "Estonian": "et", "Faroese": "fo",
        "Finnish": "fi", "French": "fr", "Georgian": "ka", "German": "de", "Greek": "el",
        "Hebrew": "he", "Hindi": "hi", "Hungarian": "hu", "Icelandic": "is", "Irish": "ga",
        "Italian": "it", "Japanese": "ja", "Kazakh": "kk", "Khmer": "km", "Korean": "ko",
        "Kyrgyz": "ky", "Lao": "lo", "Latvian": "lv", "Lithuanian": "lt", "Macedonian": "mk",
        "Maltese": "mt", "Mongolian": "mn", "Nepali": "ne", "Norwegian": "no", "Persian": "fa",
        "Polish": "pl", "Portuguese": "pt", "Romanian": "ro", "Russian": "ru", "Serbian": "sr",
        "Slovak": "sk", "Slovenian": "sl", "Spanish": "es", "Swedish": "sv", "Tajik": "tg",
        "Tamil": "ta", "Thai": "th", "Turkish": "tr", "Ukrainian": "uk", "Urdu": "ur",
        "Uzbek": "uz", "Vietnamese": "vi", "Welsh": "cy",
    ]

    /// The written standards that no layout names.
    fileprivate static let standards = ["nb": "Norwegian Bokmål", "nn": "Norwegian Nynorsk"]

    private static let regions = [
        "US": "US", "UK": "GB", "Australian": "AU", "Canada": "CA", "India": "IN",
        "New Zealand": "NZ", "South Africa": "ZA", "Austria": "AT", "Switzerland": "CH",
        "Brazil": "BR", "Latin American": "MX", "Taiwan": "TW",
    ]
}

extension LanguageTag {
    /// The language's name for people, without the region: `German`; the tag if it has none here.
    public var title: String {
        LayoutLanguage.languages.first { $0.value == language }?.key
            ?? LayoutLanguage.standards[language] ?? description
    }
}

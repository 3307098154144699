import Dictation
import Settings
import TextProcessing

/// The languages whose rules for text are known.
enum Languages {
    static let builtIn = [Language.english, Language.german]

    /// The language of the settings; `en-GB` is `en` where there is nothing nearer.
    static func find(_ settings: Settings) throws(SettingsError) -> Language {
        let name = settings.text.language
        let tag = name.lowercased()
        let general = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map(String.init)
        if let language = builtIn.first(where: { $0.tag == tag || $0.tag == general }) {
            return language
        }
        let names = builtIn.map(\.tag)
        throw SettingsError([
            settings.problem(
                with: "text.language",
                reason: "there are no rules for “\(name)”; there are some for "
                    + names.joined(separator: ", "),
                value: name, names: names)
        ])
    }
}

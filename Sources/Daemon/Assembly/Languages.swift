import LinuxRuntime
public import Settings
import SpeechEngines
public import TextProcessing

/// The languages with rules for text: built-in ones, and those in files, of the user or installed.
public enum Languages {
    public static let builtIn = [Language.english, Language.german]

    /// The name of a language without rules: the engine's words stay as they are.
    public static let none = "none"

    /// The language in the settings. A file of that name has precedence over a built-in language;
    /// `en-GB` is `en` if there is nothing closer.
    public static func find(
        _ settings: Settings, environment: (String) -> String? = Settings.environment
    ) throws(SettingsError) -> Language {
        let name = settings.text.language
        if name == none { return Language(tag: settings.recognizer.fixedLanguage ?? "und") }
        let path = path(name, environment)
        if let path, let file = try ValueFile.read(path) { return try read(file, tag: name) }
        let tag = name.lowercased()
        let general = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map(String.init)
        if let language = builtIn.first(where: { $0.tag == tag })
            ?? builtIn.first(where: { $0.tag == general })
        {
            return language
        }
        for name in [tag, general].compactMap(\.self) {
            for folder in installed(environment) {
                let path = "\(folder)/\(name).toml"
                if let file = try ValueFile.read(path) { return try read(file, tag: name) }
            }
        }
        let (own, others) = (builtIn.map(\.tag), installedTags(environment))
        let names = own + others + [none]
        throw SettingsError([
            settings.problem(
                with: "text.language",
                reason: "there are no rules for “\(name)”: there is no file "
                    + "“\(path ?? "NAME.toml")”, and built in are "
                    + own.joined(separator: ", ")
                    + (others.isEmpty ? "" : ", installed \(others.joined(separator: ", "))"),
                value: name, names: names)
        ])
    }

    /// The folders with the languages that come with the program (XDG Base Directory Specification).
    private static func installed(_ environment: (String) -> String?) -> [String] {
        let folders =
            environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 }
            ?? "/usr/local/share:/usr/share"
        return folders.split(separator: ":").filter { $0.hasPrefix("/") }
            .map { "\($0)/utter/languages" }
    }

    /// The names of the languages, built in or from installed files.
    public static func tags(
        environment: (String) -> String? = Settings.environment
    ) -> [String] {
        builtIn.map(\.tag) + installedTags(environment)
    }

    private static func installedTags(_ environment: (String) -> String?) -> [String] {
        Set(
            installed(environment).flatMap { Folder.names(in: $0) }
                .filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(".toml".count)) }
        ).sorted()
    }

    /// A language as the text of a file, as a start for another one.
    public static func write(_ language: Language) -> String {
        ValueFile.write(
            language.entries.map { entry in
                let value: ValueFile.Value =
                    switch entry.value {
                    case .string(let text): .string(text)
                    case .integer(let number): .integer(number)
                    case .boolean(let value): .boolean(value)
                    case .strings(let texts): .strings(texts)
                    }
                return (entry.path, value)
            })
    }

    /// The language in a file. Throws all errors in it.
    public static func read(
        _ file: ValueFile, tag: String
    ) throws(SettingsError) -> Language {
        var problems: [SettingsProblem] = []
        let entries = file.entries.map { entry in
            let value: LanguageEntry.Value =
                switch entry.value {
                case .string(let text): .string(text)
                case .integer(let number): .integer(number)
                case .boolean(let value): .boolean(value)
                case .strings(let texts): .strings(texts)
                }
            return (entry: LanguageEntry(entry.path, value), place: entry)
        }
        let language = Language(tag: tag, entries) { mistake, entry in
            // The suggestions are for the key's name or, if that is known, for the value.
            var meant = entry.path.last ?? ""
            if mistake.reason != "unknown key", case .string(let text) = entry.value {
                meant = text
            }
            problems.append(
                ValueFile.problem(
                    entry.path, entry.place, mistake.reason, names: mistake.names, value: meant))
        }
        if !problems.isEmpty { throw SettingsError(problems) }
        return language
    }

    /// `languages/NAME.toml` in the user's data directory; nil without a home directory, and for a
    /// name that could lead elsewhere.
    private static func path(_ name: String, _ environment: (String) -> String?) -> String? {
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
        else { return nil }
        return BaseDirectory.data.path(environment).map { "\($0)/languages/\(name).toml" }
    }
}

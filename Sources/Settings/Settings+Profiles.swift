public import Dictation

extension Settings {
    /// Settings for some windows, or for use by name: `[[profile]]`.
    public struct Profile: Sendable {
        public var name: String
        /// One of these must match; empty for any window that the other patterns match.
        public var classes: [WindowPattern] = []
        public var titles: [WindowPattern] = []
        /// Executables: file names, or paths if the pattern has a slash.
        public var programs: [WindowPattern] = []
        /// The profile's settings; their `places` show which keys it has.
        var overrides: Settings

        /// The sections that a profile may have.
        static let sections = ["recognizer", "text", "output"]

        /// Whether it is chosen by window at all.
        public var hasPatterns: Bool {
            !(classes.isEmpty && titles.isEmpty && programs.isEmpty)
        }

        /// Whether one pattern of each given kind matches.
        public func matches(_ window: DesktopWindow) -> Bool {
            func fits(_ patterns: [WindowPattern], _ isFit: (WindowPattern) -> Bool) -> Bool {
                patterns.isEmpty || patterns.contains(where: isFit)
            }
            let path = window.program ?? ""
            let file = String(path.split(separator: "/").last ?? "")
            return hasPatterns
                && fits(classes) { window.classes.contains(where: $0.matches) }
                && fits(titles) { $0.matches(window.title) }
                && fits(programs) { $0.matches($0.text.contains("/") ? path : file) }
        }

        /// Whether it has a key, such as `output.line_breaks`.
        func has(_ key: String) -> Bool { overrides.places[key] != nil }
    }

    /// The profile with a name.
    public func profile(named name: String) -> Profile? {
        profiles.first { $0.name == name }
    }

    /// The first profile that matches a window.
    public func profile(for window: DesktopWindow) -> Profile? {
        profiles.first { $0.matches(window) }
    }

    /// Whether the settings of a dictation depend on the focused window.
    public var dependsOnWindow: Bool {
        output.lineBreaks != .space || output.tabs == .keep || !output.keys.isEmpty
            || output.formatting != .none || !text.plainIn.isEmpty || text.codeNames == .auto
            || profiles.contains { $0.hasPatterns }
    }

    /// Whether the focused window decides how a text is typed: a profile, or a terminal, where line
    /// breaks and tabs become spaces.
    public func dependOnWindow(toType text: String) -> Bool {
        profiles.contains(where: \.hasPatterns)
            || dependsOnWindow
                && text.unicodeScalars.contains { $0 != " " && $0.properties.isWhitespace }
    }

    /// The settings with a profile applied.
    public func with(_ profile: Profile) -> Settings {
        var settings = self
        for section in schema.sections where Profile.sections.contains(section.family) {
            for key in section.keys {
                let name = "\(section.name).\(key.name)"
                guard profile.has(name) else { continue }
                key.overlay(profile.overrides, &settings)
                settings.takePlaces(of: name, from: profile.overrides.places)
            }
        }
        return settings
    }

    /// The settings for a window, or for a requested profile, and the profile's name.
    ///
    /// Line breaks, tabs and keys are not used in a terminal, where they run commands, nor is the
    /// space after a dictation, unless the profile itself has them. Plain windows get no capitals,
    /// typographic marks, and full stops at the end.
    public func resolved(
        for window: DesktopWindow?, profile name: String? = nil
    ) -> (settings: Settings, profile: String?) {
        let chosen: Profile? =
            if let name { profile(named: name) } else { window.flatMap { profile(for: $0) } }
        var settings = chosen.map { with($0) } ?? self
        let kind = window.flatMap(WindowKind.init)
        func isAsked(_ key: String) -> Bool { chosen?.has(key) == true }
        if kind == .terminal {
            if !isAsked("output.line_breaks") { settings.output.lineBreaks = .space }
            if !isAsked("output.tabs") { settings.output.tabs = .space }
            if !isAsked("output.keys") { settings.output.keys = [] }
            if !isAsked("output.formatting") { settings.output.formatting = .none }
            if !isAsked("text.spacing") { settings.text.spacing = .none }
        }
        if kind == .terminal && settings.text.plainIn.contains("terminals")
            || kind == .editor && settings.text.plainIn.contains("code-editors")
        {
            if !isAsked("text.punctuation") { settings.text.punctuation = .spoken }
            if !isAsked("text.capitals") { settings.text.capitals = false }
            if !isAsked("text.typographic") { settings.text.typographic = false }
        }
        settings.text.codeNames = settings.text.codeNames.suiting(kind)
        settings.output.lineBreaks = settings.output.lineBreaks.suiting(kind)
        settings.output.formatting = settings.output.formatting.suiting(kind)
        return (settings, chosen?.name)
    }

    /// Takes the places of a value and its parts from a profile. If rules were joined, the
    /// profile's come after the others.
    private mutating func takePlaces(
        of name: String, from profile: [String: SettingsPlace]
    ) {
        var first = 0
        for key in places.keys {
            guard let (number, _) = Self.index(key, of: name) else { continue }
            if name == "text.replace" { first = max(first, number + 1) } else { places[key] = nil }
        }
        for (key, place) in profile {
            if let (number, rest) = Self.index(key, of: name) {
                places["\(name)[\(first + number)]\(rest)"] = place
            } else if key == name || key.hasPrefix("\(name).") {
                places[key] = place
            }
        }
    }

    /// The number in `text.replace[2].say`, and the rest after it; nil for other names.
    private static func index(_ key: String, of name: String) -> (number: Int, rest: Substring)? {
        guard key.hasPrefix("\(name)[") else { return nil }
        let tail = key.dropFirst(name.count + 1)
        let digits = tail.prefix { $0 != "]" }
        return Int(digits).map { ($0, tail.dropFirst(digits.count + 1)) }
    }
}

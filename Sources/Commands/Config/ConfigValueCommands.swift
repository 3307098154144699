import ArgumentParser
import Assembly
import Doctor
import EngineRegistry
import GGUF
import LinuxRuntime
import Models
import Problems
import Settings
import SpeechEngines
import SystemPackage

// Single values of the configuration file, for scripts and the settings window.

/// The name of a key in the configuration; of a profile's with `profile.NAME.` before it.
struct KeyName: ExpressibleByArgument {
    let name: String

    init(argument: String) { name = argument }

    /// - Parameter settings: those whose profiles there are; asked for if the name is a profile's.
    /// - Throws: a misuse of the command: there is no such key, or no such profile.
    func edit(in settings: @autoclosure () throws -> Settings) throws -> SettingsEdit {
        if name.hasPrefix("profile.") { return try profileEdit(in: settings(), makes: false) }
        let edits = SettingsEdit.all(in: Engines.schema)
        if let edit = edits.first(where: { $0.key == name }) { return edit }
        throw unknown(Spelling.nearest(to: name, among: edits.map(\.key)))
    }

    /// As `edit`, but a profile's patterns need no profile of that name.
    func newEdit(in settings: Settings) throws -> SettingsEdit {
        guard name.hasPrefix("profile.") else { return try edit(in: settings) }
        return try profileEdit(in: settings, makes: true)
    }

    private func profileEdit(in settings: Settings, makes: Bool) throws -> SettingsEdit {
        let rest = String(name.dropFirst("profile.".count))
        let names = settings.profiles.map(\.name)
        let keys = SettingsEdit.all(in: Engines.schema, profile: "").map(\.setting)
        guard let key = keys.filter({ rest.hasSuffix(".\($0)") }).max(by: { $0.count < $1.count })
        else { throw unknownKey(rest, names, keys) }
        let profile = String(rest.dropLast(key.count + 1))
        let edits = SettingsEdit.all(in: Engines.schema, profile: profile)
        if let edit = edits.first(where: { $0.setting == key }), !profile.isEmpty,
            names.contains(profile) || makes && edit.makesProfile
        {
            return edit
        }
        let meant = Spelling.question(Spelling.nearest(to: profile, among: names))
        let list =
            names.isEmpty
            ? "the configuration has none" : "there is \(names.joined(separator: ", "))"
        throw ValidationError(
            "there is no profile “\(profile)”\(meant); \(list). To make it, name the windows that "
                + "it is for: utter config set '\(Self.key(profile, "class"))' CLASS")
    }

    private func unknownKey(_ rest: String, _ profiles: [String], _ keys: [String]) -> any Error {
        let known = profiles.filter { rest == $0 || rest.hasPrefix("\($0).") }
            .max { $0.count < $1.count }
        let profile = known ?? String(rest.prefix { $0 != "." })
        let key = String(rest.dropFirst(profile.count + 1))
        let outside = SettingsEdit.all(in: Engines.schema).contains { $0.key == key }
        if outside {
            return ValidationError(
                "a profile can’t have “\(key)”: only class, title, program and the keys of "
                    + "recognizer, text and output.")
        }
        if key.isEmpty {
            return ValidationError(
                "“\(name)” isn't a key of a profile, such as "
                    + "\(Self.key(profile.isEmpty ? "NAME" : profile, "output.line_breaks")).")
        }
        let meant = Spelling.nearest(to: key, among: keys)
        return unknown(
            meant.map { Self.key(Spelling.nearest(to: profile, among: profiles) ?? profile, $0) })
    }

    private static func key(_ profile: String, _ key: String) -> String {
        "profile.\(profile).\(key)"
    }

    private func unknown(_ meant: String?) -> any Error {
        ValidationError(
            "there is no single value “\(name)”\(Spelling.question(meant)). "
                + "utter config show --all prints them.")
    }

    /// Also the keys of the profiles that there are.
    static var defaultCompletionKind: CompletionKind {
        .custom { _, _, _ in
            let settings = try? Settings.loadDefault(schema: Engines.schema)
            let profiles = settings?.profiles.map(\.name) ?? []
            let edits =
                SettingsEdit.all(in: Engines.schema)
                + profiles.flatMap { SettingsEdit.all(in: Engines.schema, profile: $0) }
            return edits.map(\.key)
        }
    }
}

extension ConfigCommand {
    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the value of a key; nothing if it is not set.",
            discussion: "Of a profile’s key: nothing if the general value applies.")

        @Argument(help: "Such as hotkey.dictate, or profile.NAME.output.line_breaks.")
        var key: KeyName

        @Flag(help: "Print a hotkey by its name in messages: RightCtrl for Control_R.")
        var named = false

        @OptionGroup var configurationFile: ConfigurationFile

        func run() throws {
            let settings = try configurationFile.load()
            let edit = try key.edit(in: settings)
            if named, key.name == "hotkey.dictate" {
                try printData(settings.hotkeyName)
            } else if let value = edit.value(in: settings) {
                try printData(value)
            }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a value in your configuration file, and nothing else there.",
            discussion: """
                A profile’s values are named profile.NAME.KEY. If there is no profile of that \
                name, setting its class, title or program makes it.
                """)

        @Argument(help: "Such as hotkey.dictate, or profile.NAME.output.line_breaks.")
        var key: KeyName

        @Argument(help: "Its new value: in TOML, or text without quotation marks.")
        var value: String

        func run() throws {
            let path = try ConfigCommand.personalPath()
            let (settings, problems) = try Settings.examine(path: nil, schema: Engines.schema)
            let edit = try key.newEdit(in: settings)
            let changed = try edit.applied(to: settings, value)
            do {
                try EventLoop.shared.run { try Registry.check(changed, besides: problems) }
            } catch let error as SettingsError {
                throw edit.naming(error).demanding(besides: edit)
            }
            try SettingsWriting(path: path).set(edit, to: value)
            if changed.profiles.count > settings.profiles.count, let name = edit.profile {
                complain("The profile “\(name)” is new.")
            }
            if edit.key == SettingsEdit.microphone.key {
                Self.warnOfAbsence(of: changed.audio.device)
            }
        }

        /// It may be plugged in later.
        private static func warnOfAbsence(of microphone: String) {
            guard !Devices.microphones().contains(where: { $0.name == microphone }) else { return }
            complain(
                Problem(
                    "it is set, but there is no microphone “\(microphone)” now",
                    why: "ALSA and the sound server list others",
                    remedy: "utter config values \(SettingsEdit.microphone.key) prints them."))
        }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a value in your configuration file a comment: the default applies.")

        @Argument(help: "Such as recognizer.language.")
        var key: KeyName

        func run() throws {
            let edit = try key.edit(in: Settings.loadDefault(schema: Engines.schema))
            try SettingsWriting(path: try ConfigCommand.personalPath()).reset(edit)
        }
    }

    struct Values: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what a key may be set to on this computer, where that can be listed.",
            discussion: "One value a line; after a tab, what it is.")

        @Argument(help: "Such as audio.device.")
        var key: KeyName

        func run() throws {
            let edit = try key.edit(in: Settings.loadDefault(schema: Engines.schema))
            for line in Self.lines(edit) { try printData(line) }
        }

        private static func lines(_ edit: SettingsEdit) -> [String] {
            switch edit.setting {
            case SettingsEdit.engine.key:
                EngineName.allValueStrings.map { name in
                    let engine = Engines.all.first { $0.name == name }
                    return engine.map { "\(name)\t\($0.title)" } ?? name
                }
            case SettingsEdit.microphone.key:
                Devices.microphones().map { "\($0.name)\t\($0.description)" }
            case SettingsEdit.spokenLanguage.key, SettingsEdit.textLanguage.key:
                Languages.tags()
            default: models(edit.setting) ?? edit.words
            }
        }

        /// The models of an engine, by their paths; nil for the key of something else.
        private static func models(_ setting: String) -> [String]? {
            let engine = Engines.all.first { setting == "recognizer.\($0.name).model" }
            guard let engine else { return nil }
            return SpeechModels().models(of: engine.name).map { model in
                // One that is a folder isn't the catalogue's.
                let title =
                    InstalledModel(model.path)?.title
                    ?? ModelTitle(model.path.stem ?? model.name).text
                return "\(model.path)\t\(title)"
            }
        }
    }
}

extension SettingsError {
    /// With the command that sets another key first, where this one can't do without it.
    fileprivate func demanding(besides edit: SettingsEdit) -> SettingsError {
        let edits = SettingsEdit.all(in: Engines.schema)
        return SettingsError(
            problems.map { problem in
                let name = [problem.section, problem.key].compactMap(\.self).joined(separator: ".")
                guard name != edit.key, edits.contains(where: { $0.key == name }) else {
                    return problem
                }
                return SettingsProblem(
                    file: problem.file, line: problem.line, column: problem.column,
                    section: problem.section, key: problem.key,
                    reason: "\(problem.reason) Before \(edit.key): utter config set \(name) …",
                    suggestion: problem.suggestion)
            })
    }
}

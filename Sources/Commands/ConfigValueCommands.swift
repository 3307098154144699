import ArgumentParser
import Assembly
import Doctor
import EngineRegistry
import LinuxRuntime
import Problems
import Settings

// Single values of the configuration file, for scripts and the settings window.

/// The name of a key in the configuration.
struct KeyName: ExpressibleByArgument {
    let name: String

    init(argument: String) { name = argument }

    /// - Throws: a misuse of the command: there is no such key.
    var edit: SettingsEdit {
        get throws {
            let edits = SettingsEdit.all(in: Engines.schema)
            if let edit = edits.first(where: { $0.key == name }) { return edit }
            let nearest = Spelling.nearest(to: name, among: edits.map(\.key))
            let meant = nearest.map { " (did you mean “\($0)”?)" } ?? ""
            throw ValidationError(
                "there is no single value “\(name)”\(meant). utter config show --all prints them.")
        }
    }

    static var defaultCompletionKind: CompletionKind {
        .list(SettingsEdit.all(in: Engines.schema).map(\.key))
    }
}

extension ConfigCommand {
    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the value of a key; nothing if it is not set.")

        @Argument(help: "Such as hotkey.dictate.")
        var key: KeyName

        @Flag(help: "Print a hotkey by its name in messages: RightCtrl for Control_R.")
        var named = false

        @OptionGroup var configurationFile: ConfigurationFile

        func run() throws {
            let edit = try key.edit
            let settings = try configurationFile.load()
            if named, key.name == "hotkey.dictate" {
                try printData(settings.hotkeyName)
            } else if let value = edit.value(in: settings) {
                try printData(value)
            }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a value in your configuration file, and nothing else there.")

        @Argument(help: "Such as hotkey.dictate.")
        var key: KeyName

        @Argument(help: "Its new value: in TOML, or text without quotation marks.")
        var value: String

        func run() throws {
            let (edit, path) = (try key.edit, try ConfigCommand.personalPath())
            let (settings, problems) = try Settings.examine(path: nil, schema: Engines.schema)
            let changed = try edit.applied(to: settings, value)
            try EventLoop.shared.run { try Registry.check(changed, besides: problems) }
            try SettingsWriting(path: path).set(edit, to: value)
            if edit.key == SettingsEdit.microphone.key { Self.warnOfAbsence(of: changed.audio.device) }
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
            try SettingsWriting(path: try ConfigCommand.personalPath()).reset(try key.edit)
        }
    }

    struct Values: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what a key may be set to on this computer, where that can be listed.",
            discussion: "One value a line; after a tab, what it is.")

        @Argument(help: "Such as audio.device.")
        var key: KeyName

        func run() throws {
            for line in Self.lines(try key.edit) { try printData(line) }
        }

        private static func lines(_ edit: SettingsEdit) -> [String] {
            switch edit.key {
            case SettingsEdit.engine.key: EngineName.allValueStrings
            case SettingsEdit.microphone.key:
                Devices.microphones().map { "\($0.name)\t\($0.description)" }
            case SettingsEdit.spokenLanguage.key, SettingsEdit.textLanguage.key:
                Languages.tags()
            default: edit.words
            }
        }
    }
}

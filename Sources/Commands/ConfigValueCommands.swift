import ArgumentParser
import Assembly
import Dictation
import Doctor
import EngineRegistry
import LinuxRuntime
import Problems
import Settings

// Single values of the configuration file, for scripts and the settings window.

/// A key that a command can change.
struct ChangeableKey: ExpressibleByArgument {
    let edit: SettingsEdit

    init?(argument: String) {
        guard let edit = SettingsEdit.all.first(where: { $0.key == argument }) else { return nil }
        self.edit = edit
    }

    static var allValueStrings: [String] { SettingsEdit.all.map(\.key) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension ConfigCommand {
    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the value of a key; nothing if it is not set.")

        @Argument(help: "Such as hotkey.dictate.")
        var key: ChangeableKey

        @OptionGroup var configurationFile: ConfigurationFile

        func run() throws {
            if let value = key.edit.value(in: try configurationFile.load()) { try printData(value) }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a value in your configuration file, and nothing else there.")

        @Argument(help: "Such as hotkey.dictate.")
        var key: ChangeableKey

        @Argument(help: "Its new value.")
        var value: String

        func run() throws {
            let path = try ConfigCommand.personalPath()
            let (settings, problems) = try Settings.examine(path: nil, schema: Engines.schema)
            let changed = key.edit.applied(to: settings, value)
            try EventLoop.shared.run { try Registry.check(changed, besides: problems) }
            try SettingsWriting(path: path).set(key.edit, to: value)
        }
    }

    struct Values: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what a key may be set to on this computer, where that can be listed.",
            discussion: "One value a line; after a tab, what it is.")

        @Argument(help: "Such as audio.device.")
        var key: ChangeableKey

        func run() throws {
            for line in lines { try printData(line) }
        }

        private var lines: [String] {
            switch key.edit.key {
            case SettingsEdit.engine.key: EngineName.allValueStrings
            case SettingsEdit.microphone.key:
                Devices.microphones().map { "\($0.name)\t\($0.description)" }
            case SettingsEdit.spokenLanguage.key, SettingsEdit.textLanguage.key:
                Languages.tags()
            case SettingsEdit.announcements.key: AnnouncedDetail.allCases.map(\.rawValue)
            default: []
            }
        }
    }
}

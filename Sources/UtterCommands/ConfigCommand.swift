import ArgumentParser
import Dictation
import Settings
import UtterDaemon

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Make, check and show the configuration file.",
        subcommands: [Init.self, Check.self, Show.self, Path.self])

    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a configuration file that explains every key.")

        func run() throws {
            let path = Settings.defaultPath()
            try Settings.writeTemplate(to: path)
            try printData(path)
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a configuration file; exit status 78 if it is wrong.")

        @Argument(help: "The file, instead of the person's own.")
        var file: String?

        func run() throws {
            let settings = try Settings.load(path: file)
            try Backends.check(settings)
            complain("\(file ?? Settings.defaultPath()): no mistakes found")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the settings in force and where each comes from.")

        @Flag(help: "Also those that have their defaults.")
        var all = false

        @OptionGroup var configurationFile: ConfigurationFile

        func run() throws {
            try printData(try configurationFile.load().show(all: all))
        }
    }

    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print where the configuration file is.")

        func run() throws { try printData(Settings.defaultPath()) }
    }
}

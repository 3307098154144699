import ArgumentParser
import Assembly
import EngineRegistry
import LinuxRuntime
import Problems
import Settings

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Make, check, show and change the configuration file.",
        subcommands: [
            Init.self, Check.self, Show.self, Get.self, Set.self, Reset.self, Values.self,
            Path.self, Schema.self,
        ])

    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a configuration file that explains every key.")

        func run() throws {
            let path = try ConfigCommand.personalPath()
            try NewFile.write(Engines.schema.template, to: path)
            try printData(path)
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a configuration file; exit status 78 if it is wrong.")

        @Argument(
            help: "The file, instead of your own.", completion: .file(extensions: ["toml"]))
        var file: String?

        func run() throws {
            let (settings, problems) = try Settings.examine(path: file, schema: Engines.schema)
            try EventLoop.shared.run { try Registry.check(settings, besides: problems) }
            complain("\(settings.file ?? "defaults"): no mistakes found")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the settings in force and where each comes from.")

        @Flag(help: "Also the keys that have their defaults.")
        var all = false

        @Option(help: "The settings in force with this profile.")
        var profile: String?

        @OptionGroup var configurationFile: ConfigurationFile

        func run() throws {
            try printData(try configurationFile.load(profile: profile).show(all: all))
        }
    }

    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print where the configuration file is.")

        func run() throws { try printData(try ConfigCommand.personalPath()) }
    }
}

extension ConfigCommand {
    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a JSON schema of the file, for editors.")

        func run() throws { try printData(String(Engines.schema.json.dropLast())) }
    }

    /// The path of the user's own configuration file, which may not exist.
    static func personalPath() throws -> String {
        guard let path = Settings.defaultPath() else {
            throw Problem(
                "cannot find a place for the configuration",
                why: "neither XDG_CONFIG_HOME nor HOME is an absolute path",
                remedy: "Set HOME to your home directory.")
        }
        return path
    }
}

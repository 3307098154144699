import ArgumentParser
import Assembly
import EngineRegistry
import Glibc
import Problems
import Settings

/// The option of every command that needs settings.
struct ConfigurationFile: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: "The configuration file, instead of your own.",
        completion: .file(extensions: ["toml"]))
    var path: String?

    /// The settings of the file; the defaults if the user has none.
    func load() throws -> Settings {
        if let path { return try Settings.load(path: path, schema: Engines.schema) }
        return try Settings.loadDefault(schema: Engines.schema)
    }

    /// Where changed settings are read from; nil if there can be no file.
    var source: SettingsSource? {
        if let path {
            let whole = path.hasPrefix("/") ? path : currentDirectory + "/" + path
            return SettingsSource(path: whole) { () throws(SettingsError) in
                try Settings.load(path: path, schema: Engines.schema)
            }
        }
        return Settings.defaultPath().map { file in
            SettingsSource(path: file) { () throws(SettingsError) in
                // Without a file the running settings stay: editors remove it for a moment.
                try Settings.load(path: file, schema: Engines.schema)
            }
        }
    }

    private var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    /// The settings, with a profile applied.
    func load(profile name: String?) throws -> Settings {
        let settings = try load()
        guard let name else { return settings }
        guard let profile = settings.profile(named: name) else {
            let names = settings.profiles.map(\.name)
            let meant = Spelling.question(Spelling.nearest(to: name, among: names))
            throw ValidationError(
                "There is no profile “\(name)”\(meant); "
                    + (names.isEmpty
                        ? "the configuration has none."
                        : "there is \(names.joined(separator: ", "))."))
        }
        var resolved = settings.with(profile)
        resolved.profiles = []
        return resolved
    }
}

import ArgumentParser
import Settings

/// The option that every command has which needs settings.
struct ConfigurationFile: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: "The configuration file, instead of the person's own.")
    var path: String?

    /// The settings of the file; the defaults where the person's own does not exist.
    func load() throws -> Settings {
        if let path { return try Settings.load(path: path) }
        return try Settings.loadDefault()
    }
}

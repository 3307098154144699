public import Settings

/// Where the settings come from, also when the file has changed.
public struct SettingsSource {
    /// An absolute path. The file needn't exist.
    public let path: String
    public let load: () throws(SettingsError) -> Settings

    public init(path: String, load: @escaping () throws(SettingsError) -> Settings) {
        self.path = path
        self.load = load
    }
}

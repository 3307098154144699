public import Settings

/// Where the settings come from, and come anew when the file changes.
public struct SettingsSource {
    /// Absolute. The file needn't be there.
    public let path: String
    public let load: () throws(SettingsError) -> Settings

    public init(path: String, load: @escaping () throws(SettingsError) -> Settings) {
        self.path = path
        self.load = load
    }
}

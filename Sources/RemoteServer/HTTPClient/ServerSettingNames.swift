/// What the settings of a server are called, for the remedies of problems: `[recognizer] server`.
public struct ServerSettingNames: Sendable {
    public let address: String
    public let model: String
    /// With the environment variable that may have the key instead.
    public let key: String
    public let authorities: String
    public let limit: String

    public init(address: String, model: String, key: String, authorities: String, limit: String) {
        (self.address, self.model, self.key) = (address, model, key)
        (self.authorities, self.limit) = (authorities, limit)
    }
}

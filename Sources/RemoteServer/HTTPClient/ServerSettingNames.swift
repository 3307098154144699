/// The names of a server's settings, for the remedies of problems: `[recognizer] server`.
public struct ServerSettingNames: Sendable {
    public let address: String
    public let model: String
    /// Also names the environment variable that may have the key instead.
    public let key: String
    public let authorities: String
    public let limit: String

    public init(address: String, model: String, key: String, authorities: String, limit: String) {
        (self.address, self.model, self.key) = (address, model, key)
        (self.authorities, self.limit) = (authorities, limit)
    }
}

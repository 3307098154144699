/// A model that may be used in another one's place on a slow computer.
public struct FasterModel: Hashable, Sendable, Codable {
    /// Its name in the catalogue.
    public var name: String
    /// How many times as fast it is as the model in use, by the published figures; more than 1.
    public var factor: Double
    public var isInstalled: Bool

    public init(name: String, factor: Double, isInstalled: Bool) {
        (self.name, self.factor, self.isInstalled) = (name, factor, isInstalled)
    }
}

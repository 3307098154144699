/// Words that were corrected by voice.
public struct Correction: Hashable, Sendable {
    /// As they were written.
    public let heard: String
    public let meant: String

    public init(of heard: String, to meant: String) { (self.heard, self.meant) = (heard, meant) }
}

/// A part of the screen, in its device pixels from the top left corner.
public struct ScreenArea: Codable, Hashable, Sendable {
    /// The left edge.
    public let x: Int
    /// The upper edge.
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

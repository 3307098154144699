/// The overlay's colours. All text has a contrast of at least 4.5 with the card, whatever shines
/// through it.
public struct OverlayPalette: Hashable, Sendable {
    public let card: Colour
    /// The hairline around the card.
    public let rim: Colour
    public let shadow: Colour
    public let text: Colour
    /// For less important text.
    public let quiet: Colour
    public let listening: Colour
    public let done: Colour
    public let warning: Colour
    public let error: Colour

    public static let dark = OverlayPalette(
        card: Colour(0x1D1E23, alpha: 0.97), rim: Colour(0xFFFFFF, alpha: 0.13),
        shadow: Colour(0x000000, alpha: 0.36), text: Colour(0xF3F3F5), quiet: Colour(0xB9BBC4),
        listening: Colour(0x7CB9FF), done: Colour(0x74D291), warning: Colour(0xF3C35A),
        error: Colour(0xFF8C82))

    public static let light = OverlayPalette(
        card: Colour(0xFCFCFD, alpha: 0.97), rim: Colour(0x000000, alpha: 0.14),
        shadow: Colour(0x000000, alpha: 0.2), text: Colour(0x1B1C20), quiet: Colour(0x565962),
        listening: Colour(0x1C63C6), done: Colour(0x1A7A3C), warning: Colour(0x875800),
        error: Colour(0xC0231A))

    /// The colour of a mark.
    public func colour(of mark: OverlayScene.Mark) -> Colour {
        switch mark {
        case .opening, .work: quiet
        case .bars, .info: listening
        case .done: done
        case .silence, .warning: warning
        case .error: error
        }
    }
}

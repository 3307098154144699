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

    /// For those who want a higher contrast: all text has one of at least 7 (WCAG 2.1, level AAA).
    public static let darkContrast = OverlayPalette(
        card: Colour(0x000000), rim: Colour(0xFFFFFF), shadow: Colour(0x000000, alpha: 0.36),
        text: Colour(0xFFFFFF), quiet: Colour(0xFFFFFF), listening: Colour(0x8FCBFF),
        done: Colour(0x7CF09C), warning: Colour(0xFFD54A), error: Colour(0xFFA79F))

    public static let lightContrast = OverlayPalette(
        card: Colour(0xFFFFFF), rim: Colour(0x000000), shadow: Colour(0x000000, alpha: 0.2),
        text: Colour(0x000000), quiet: Colour(0x000000), listening: Colour(0x003E96),
        done: Colour(0x004F1D), warning: Colour(0x5A3A00), error: Colour(0x960C05))

    /// Whether its frame is to be seen, and not a hairline.
    var hasFrame: Bool { rim.alpha == 1 }

    /// The colour of a mark.
    public func colour(of mark: OverlayScene.Mark) -> Colour {
        switch mark {
        case .opening, .work: quiet
        case .ready: text
        case .bars, .info, .asleep: listening
        case .done: done
        case .silence, .warning: warning
        case .error: error
        }
    }
}

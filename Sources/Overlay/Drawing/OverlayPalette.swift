/// The overlay's colours. All text has a contrast of at least 4.5 with the card, whatever shines
/// through it. People who are blind to some colours can tell the marks' apart: the difference (CIE
/// 1976) is at least 19.
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
        listening: Colour(0x83B1F3), done: Colour(0x6DE2AD), warning: Colour(0xF1C157),
        error: Colour(0xFA897B))

    public static let light = OverlayPalette(
        card: Colour(0xFCFCFD, alpha: 0.97), rim: Colour(0x000000, alpha: 0.14),
        shadow: Colour(0x000000, alpha: 0.2), text: Colour(0x1B1C20), quiet: Colour(0x565962),
        listening: Colour(0x2B55B9), done: Colour(0x1F7E43), warning: Colour(0x956404),
        error: Colour(0x890200))

    /// For those who want a higher contrast: all text has one of at least 7 (WCAG 2.1, level AAA).
    public static let darkContrast = OverlayPalette(
        card: Colour(0x000000), rim: Colour(0xFFFFFF), shadow: Colour(0x000000, alpha: 0.36),
        text: Colour(0xFFFFFF), quiet: Colour(0xFFFFFF), listening: Colour(0x91C9FE),
        done: Colour(0x85FFA9), warning: Colour(0xFFD54B), error: Colour(0xE79796))

    public static let lightContrast = OverlayPalette(
        card: Colour(0xFFFFFF), rim: Colour(0x000000), shadow: Colour(0x000000, alpha: 0.2),
        text: Colour(0x000000), quiet: Colour(0x000000), listening: Colour(0x0D368D),
        done: Colour(0x05653C), warning: Colour(0x714C0F), error: Colour(0x5C0000))

    /// Whether its frame is to be seen, and not a hairline.
    var hasFrame: Bool { rim.alpha == 1 }

    /// The colour of a mark.
    public func colour(of mark: OverlayScene.Mark) -> Colour {
        switch mark {
        case .opening, .paused, .work: quiet
        case .ready: text
        case .bars, .info, .asleep: listening
        case .done: done
        case .silence, .warning: warning
        case .error: error
        }
    }
}

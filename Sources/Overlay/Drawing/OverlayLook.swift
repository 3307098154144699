/// How the overlay looks. Lengths are in logical pixels, before zoom and scale.
public struct OverlayLook: Hashable, Sendable {
    public enum Side: Hashable, Sendable {
        case start, middle, end
    }

    /// Where the card is on its canvas, and the canvas on the monitor: a corner, an edge or the
    /// middle.
    public struct Spot: Hashable, Sendable {
        public let horizontal: Side
        public let vertical: Side

        public init(_ horizontal: Side, _ vertical: Side) {
            (self.horizontal, self.vertical) = (horizontal, vertical)
        }
    }

    /// The form in which a scene is drawn.
    public enum Form: Hashable, Sendable {
        /// All of it, on a card of its size.
        case card
        /// The same, with room for a text of many lines.
        case page
        /// Its mark, on a round button.
        case button
    }

    public var form = Form.card
    public var palette = OverlayPalette.dark
    /// A font family by its name in fontconfig.
    public var font = "Sans"
    /// 1 is the size given below; from 0.5 to 3.
    public var zoom = 1.0
    public var reducesMotion = false
    /// Whether dictated words are shown: the card has room for them from the dictation's start.
    public var showsWords = true
    public var spot = Spot(.middle, .end)

    public init() {}

    static let cardWidth = 440.0
    /// The least width of the card.
    static let smallWidth = 196.0
    static let radius = 15.0
    static let padding = (across: 16.0, along: 11.0)
    static let gap = 13.0
    static let lineGap = 3.0
    static let mark = (width: 28.0, height: 24.0)
    /// The buttons: their height, the room beside their text, between two, and above them.
    static let button = (height: 28.0, padding: 12.0, gap: 8.0, above: 8.0)
    static let textSize = 15.0
    static let detailSize = 13.0
    /// The most lines of a text to be read.
    static let pageLines = 15
    /// The most lines of a message and of what is below it, on the form ``Form/page``.
    static let tallLines = (text: 3, detail: 12)

    /// The diameter of the round button, and the width of its ring while it records.
    static let round = (diameter: 56.0, ring: 3.0)
    /// At this zoom the round button is as large as a target must be that is hit by dwelling:
    /// 49 logical pixels.
    public static let leastButtonZoom = 0.875

    /// Room around the card for its shadow, in logical pixels.
    public static let shadowReach = 16.0

    /// The size of the canvas: room for the largest card, or the button, and its shadow. It is
    /// fixed, so that the window doesn't change its size with each word.
    public var canvas: (width: Double, height: Double) {
        switch form {
        case .card: (Self.cardWidth + 2 * Self.shadowReach, 168)
        case .page: (Self.cardWidth + 2 * Self.shadowReach, 400)
        case .button:
            (Self.round.diameter + 2 * Self.shadowReach, Self.round.diameter + 2 * Self.shadowReach)
        }
    }
}

public import OverlayDrawing

/// Where on a monitor the overlay is.
public struct OverlayPlacement: Hashable, Sendable {
    /// One of nine places, or beside the text's cursor.
    public enum Anchor: String, Hashable, Sendable, CaseIterable {
        case topLeft = "top-left"
        case top
        case topRight = "top-right"
        case left
        case center
        case right
        case bottomLeft = "bottom-left"
        case bottom
        case bottomRight = "bottom-right"
        /// At the bottom where the cursor is unknown.
        case cursor

        public var spot: OverlayLook.Spot {
            OverlayLook.Spot(horizontal, vertical)
        }

        fileprivate var horizontal: OverlayLook.Side {
            switch self {
            case .topLeft, .left, .bottomLeft: .start
            case .top, .center, .bottom, .cursor: .middle
            case .topRight, .right, .bottomRight: .end
            }
        }

        fileprivate var vertical: OverlayLook.Side {
            switch self {
            case .topLeft, .top, .topRight: .start
            case .left, .center, .right: .middle
            case .bottomLeft, .bottom, .bottomRight, .cursor: .end
            }
        }
    }

    public var anchor = Anchor.bottom
    /// The distance from the card to the monitor's edge, in logical pixels.
    public var margin = 48

    public init() {}

    /// Of the round button: far enough from the edge that it hides no window's scroll bar.
    public init(ofButton anchor: Anchor) {
        (self.anchor, margin) = (anchor, 24)
    }

    /// The distance from the canvas to the edge, in logical pixels: the card's shadow reaches into
    /// the margin, and beyond the edge if the margin is smaller.
    func canvasMargin(zoom: Double) -> Int {
        margin - Int((OverlayLook.shadowReach * zoom).rounded())
    }

    /// The place of a canvas on its monitor, all in device pixels, and the corner, edge or middle
    /// of the canvas in which the card is.
    ///
    /// - Parameters:
    ///   - writing: where the user writes, which the card doesn't hide.
    ///   - window: the focused window; nil if unknown.
    func place(
        width: Int, height: Int, on monitor: PixelArea, scale: Double, zoom: Double,
        writing: WritingPlace = WritingPlace(), window: PixelArea? = nil
    ) -> (frame: PixelArea, spot: OverlayLook.Spot) {
        let margin = Int((Double(canvasMargin(zoom: zoom)) * scale).rounded())
        func start(
            _ side: OverlayLook.Side, _ length: Int, _ origin: Int, _ whole: Int
        ) -> Int {
            switch side {
            case .start: origin + margin
            case .middle: origin + (whole - length) / 2
            case .end: origin + whole - length - margin
            }
        }
        func frame(_ spot: OverlayLook.Spot) -> PixelArea {
            PixelArea(
                x: start(spot.horizontal, width, monitor.x, monitor.width),
                y: start(spot.vertical, height, monitor.y, monitor.height), width: width,
                height: height)
        }
        guard let area = writing.area(in: window, on: monitor) else {
            return (frame(anchor.spot), anchor.spot)
        }
        if anchor == .cursor, let caret = writing.caret {
            return beside(caret, width, height, on: monitor)
        }
        let (bottom, top) = (
            OverlayLook.Spot(anchor.horizontal, .end), OverlayLook.Spot(anchor.horizontal, .start)
        )
        // Where the cursor is known, its line is all that matters, and no card may hide it.
        let isKnown = writing.caret != nil
        let spots = [anchor.spot, bottom] + (isKnown ? [] : [Self.besideTerminals]) + [top]
        let spot = spots.first { spot in
            let card = isKnown ? frame(spot) : Self.usualCard(in: frame(spot), spot)
            return card.intersection(area).isEmpty
        }
        return (frame(spot ?? anchor.spot), spot ?? anchor.spot)
    }

    /// The half of a canvas that a card of two lines is in.
    private static func usualCard(in canvas: PixelArea, _ spot: OverlayLook.Spot) -> PixelArea {
        let height = canvas.height / 2
        let above =
            switch spot.vertical {
            case .start: 0
            case .middle: (canvas.height - height) / 2
            case .end: canvas.height - height
            }
        return PixelArea(x: canvas.x, y: canvas.y + above, width: canvas.width, height: height)
    }

    /// Hides neither the last lines of a terminal that fills the monitor nor the first ones, in
    /// which one writes while it is new, and of those between the ends only.
    private static let besideTerminals = OverlayLook.Spot(.end, .middle)

    /// The place on an output where neither the cursor's place nor the window's is known.
    func spot(_ writing: WritingPlace) -> OverlayLook.Spot {
        writing.isInTerminal && anchor.vertical == .end ? Self.besideTerminals : anchor.spot
    }

    /// The place of a canvas on an output where the focused window's place is known and the
    /// cursor's isn't: the spot, and the canvas' distance from the output's left edge if it is
    /// centred on the window, or, beside a terminal's lines, at its right edge; nil for the
    /// spot's. All in logical pixels.
    ///
    /// On a tiled screen the middle of the output is between two windows, and its edge another's.
    func place(
        width: Int, height: Int, on output: PixelArea, zoom: Double, isInTerminal: Bool,
        centredOn window: PixelArea
    ) -> (spot: OverlayLook.Spot, left: Int?) {
        let spot = place(
            width: width, height: height, on: output, scale: 1, zoom: zoom,
            writing: WritingPlace(isInTerminal: isInTerminal), window: window
        ).spot
        let left: Int
        if spot.horizontal == .middle {
            left = window.x - output.x + (window.width - width) / 2
        } else if spot == Self.besideTerminals, spot != anchor.spot {
            left = window.x - output.x + window.width - width - canvasMargin(zoom: zoom)
        } else {
            return (spot, nil)
        }
        return (spot, max(0, min(left, output.width - width)))
    }

    /// Below the cursor's line, or above it if there is no room.
    private func beside(
        _ caret: PixelArea, _ width: Int, _ height: Int, on monitor: PixelArea
    ) -> (frame: PixelArea, spot: OverlayLook.Spot) {
        let (right, bottom) = (monitor.x + monitor.width, monitor.y + monitor.height)
        let x = max(monitor.x, min(caret.x - width / 2, right - width))
        let below = caret.y + caret.height
        let hasRoom = below + height <= bottom
        return (
            PixelArea(
                x: x, y: hasRoom ? below : caret.y - height, width: width, height: height),
            OverlayLook.Spot(anchor.horizontal, hasRoom ? .start : .end)
        )
    }

    /// The monitor with most of the focused window, or the one with the pointer, or the first.
    static func monitor(
        of window: PixelArea?, pointer: (x: Int, y: Int)?, among monitors: [PixelArea]
    ) -> PixelArea? {
        if let window {
            func share(_ monitor: PixelArea) -> Int {
                let common = monitor.intersection(window)
                return common.width * common.height
            }
            let best = monitors.max { share($0) < share($1) }
            if let best, share(best) > 0 { return best }
        }
        if let pointer {
            let point = PixelArea(x: pointer.x, y: pointer.y, width: 1, height: 1)
            let monitor = monitors.first { !$0.intersection(point).isEmpty }
            if let monitor { return monitor }
        }
        return monitors.first
    }
}

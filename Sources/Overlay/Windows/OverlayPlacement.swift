public import OverlayDrawing

/// Where on a monitor the overlay is.
public struct OverlayPlacement: Hashable, Sendable {
    /// One of nine places.
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

        public var horizontal: OverlayLook.Side {
            switch self {
            case .topLeft, .left, .bottomLeft: .start
            case .top, .center, .bottom: .middle
            case .topRight, .right, .bottomRight: .end
            }
        }

        public var vertical: OverlayLook.Side {
            switch self {
            case .topLeft, .top, .topRight: .start
            case .left, .center, .right: .middle
            case .bottomLeft, .bottom, .bottomRight: .end
            }
        }
    }

    public var anchor = Anchor.bottom
    /// The distance from the card to the monitor's edge, in logical pixels.
    public var margin = 48

    public init() {}

    /// The distance from the canvas to the edge, in logical pixels: the card's shadow reaches into
    /// the margin, and beyond the edge if the margin is smaller.
    func canvasMargin(zoom: Double) -> Int {
        margin - Int((OverlayLook.shadowReach * zoom).rounded())
    }

    /// The place of a canvas on its monitor, all in device pixels.
    func frame(
        width: Int, height: Int, on monitor: PixelArea, scale: Double, zoom: Double
    ) -> PixelArea {
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
        return PixelArea(
            x: start(anchor.horizontal, width, monitor.x, monitor.width),
            y: start(anchor.vertical, height, monitor.y, monitor.height), width: width,
            height: height)
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

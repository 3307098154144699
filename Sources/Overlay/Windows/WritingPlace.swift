public import OverlayDrawing

/// The place at which the user writes, if it is known.
public struct WritingPlace: Hashable, Sendable {
    /// The text's cursor in device pixels of the screen; nil where it is unknown.
    public var caret: PixelArea?
    /// Whether that is a terminal, in which one mostly writes in the last lines.
    public var isInTerminal: Bool

    public init(caret: PixelArea? = nil, isInTerminal: Bool = false) {
        (self.caret, self.isInTerminal) = (caret, isInTerminal)
    }

    /// The area that the overlay leaves free on a monitor: the line of the cursor, or where that is
    /// unknown the lower third of the terminal. Nil if nothing is known, or the place is elsewhere.
    ///
    /// - Parameter window: the focused window in device pixels; nil if unknown, which then is
    ///   taken to fill the monitor.
    func area(in window: PixelArea?, on monitor: PixelArea) -> PixelArea? {
        if let caret {
            if monitor.intersection(caret).isEmpty { return nil }
            return PixelArea(
                x: monitor.x, y: caret.y, width: monitor.width, height: caret.height)
        }
        guard isInTerminal else { return nil }
        let window = window.map(monitor.intersection) ?? .empty
        let terminal = window.isEmpty ? monitor : window
        let height = (terminal.height + 2) / 3
        return PixelArea(
            x: terminal.x, y: terminal.y + terminal.height - height, width: terminal.width,
            height: height)
    }
}

public import Problems

/// The capabilities of a sink.
public struct SinkCapabilities: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Any Unicode text, not only what the keyboard layout has.
    public static let anyText = SinkCapabilities(rawValue: 1 << 0)
    /// `deleteBackward` works.
    public static let deletes = SinkCapabilities(rawValue: 1 << 1)
    /// `focusedTarget` is known.
    public static let knowsTarget = SinkCapabilities(rawValue: 1 << 2)
    /// `press` works.
    public static let pressesKeys = SinkCapabilities(rawValue: 1 << 3)
    /// `selectBackward` works.
    public static let selects = SinkCapabilities(rawValue: 1 << 4)
    /// `setMarkedText` and `unmarkText` work.
    public static let marksText = SinkCapabilities(rawValue: 1 << 5)
    /// `moveCursor` works.
    public static let movesCursor = SinkCapabilities(rawValue: 1 << 6)
}

/// A window, as far as a sink can distinguish windows. Equal values mean the same window.
public struct SinkTarget: Hashable, Sendable {
    public let identifier: String
    public init(_ identifier: String) { self.identifier = identifier }
}

/// An insertion that stopped before its end.
public struct SinkFailure: Error, Hashable, Sendable {
    /// The number of characters (grapheme clusters) typed before it stopped.
    public let inserted: Int
    /// Why it stopped, or nil if the task was cancelled.
    public let problem: Problem?
    /// Whether another sink may type the rest. Not if the window was lost: the text would go to the
    /// wrong one.
    public let handsOver: Bool

    public init(inserted: Int, problem: Problem?, handsOver: Bool = true) {
        self.inserted = inserted
        self.problem = problem
        self.handsOver = handsOver
    }

    /// A sink types one text at a time.
    public static let busy = SinkFailure(
        inserted: 0, problem: Problem("cannot type two texts at once", why: "one is being typed"))
}

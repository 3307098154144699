public import Dictation
public import DictationParts
internal import Testing

/// Windows of no desktop, whose focus the test moves.
public final class FakeWindows: WindowFocus, ScreenLock {
    public let name = "fake"
    /// The one with the focus.
    public var focused: DesktopWindow? { didSet { onFocus(focused) } }
    /// Called when it has moved.
    public var onFocus: (DesktopWindow?) -> Void = { _ in }
    /// Why it can't tell.
    public var problem: Problem?
    /// Why it can't move the focus.
    public var focusProblem: Problem?
    public var locked = false
    /// Why it can't tell whether the screen is locked.
    public var lockProblem: Problem?
    /// Whether it leaves the question about the lock unanswered, until the task is cancelled.
    public var hidesLock = false
    /// Suspends until it is told, or the task is cancelled.
    public var isSilent = false
    public private(set) var questions = 0
    private var isAsked = false

    public init(_ focused: DesktopWindow? = nil) { self.focused = focused }

    public func focusedWindow() async throws(Problem) -> DesktopWindow? {
        if isAsked { Issue.record("asked while it is being asked") }
        isAsked = true
        defer { isAsked = false }
        questions += 1
        while isSilent {
            if Task.isCancelled { throw Problem("cancelled", why: "") }
            await Task.yield()
        }
        if let problem { throw problem }
        return focused
    }

    public func focus(_ window: DesktopWindow) async throws(Problem) {
        if let focusProblem { throw focusProblem }
        focused = window
    }

    public func lock() async throws(Problem) -> String? {
        while hidesLock {
            if Task.isCancelled { throw Problem("cancelled", why: "") }
            await Task.yield()
        }
        if let lockProblem { throw lockProblem }
        return locked ? "the screen is locked" : nil
    }

    public func close() {}
}

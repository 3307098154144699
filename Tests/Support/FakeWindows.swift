public import Dictation
public import DictationParts
public import Problems
internal import Testing

/// Windows without a desktop, whose focus the test moves.
public final class FakeWindows: WindowFocus, ScreenLock {
    public let name = "fake"
    /// The one with the focus.
    public var focused: DesktopWindow? { didSet { onFocus(focused) } }
    /// Called when it has moved.
    public var onFocus: (DesktopWindow?) -> Void = { _ in }
    /// Why the focused window is unknown.
    public var problem: Problem?
    /// Why the focus can't be moved.
    public var focusProblem: Problem?
    public var locked = false
    /// Why it is unknown whether the screen is locked.
    public var lockProblem: Problem?
    /// Whether requests about the lock stay unanswered until the task is cancelled.
    public var hidesLock = false
    /// Whether requests suspend until this is changed, or the task is cancelled.
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

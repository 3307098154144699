public import Dictation
public import LinuxRuntime
public import Problems

/// Reports the focused window, and can give the focus to another one.
///
/// Its calls suspend and don't block. One call is made at a time.
@EventLoopActor
public protocol WindowFocus: AnyObject {
    /// The name of the desktop or protocol that is asked, for the user: `sway`.
    var name: String { get }

    /// The focused window; nil if none has the focus.
    ///
    /// - Throws: why it is unknown.
    func focusedWindow() async throws(Problem) -> DesktopWindow?

    /// Why keys that are typed now would reach nothing; nil if something gets them, or that is
    /// unknown.
    func lackOfReceiver() async -> Problem?

    /// Whether it can give any window the focus.
    var movesFocus: Bool { get }

    /// Gives a window the focus. Returns when the window has it.
    ///
    /// - Throws: why that is impossible, for example because the window was closed.
    func focus(_ window: DesktopWindow) async throws(Problem)

    /// Disconnects. Nothing may be called afterwards.
    func close()
}

extension Problem {
    /// No window gets what is typed.
    public static let noReceiver = Problem(
        "there is nothing to type into", why: "no window has the keyboard focus",
        remedy: "Click into a text field.")
}

extension WindowFocus {
    public var movesFocus: Bool { true }

    public func lackOfReceiver() async -> Problem? { nil }
}

public import Dictation
public import LinuxRuntime

/// Knows which window has the focus, and can give it to another.
///
/// Its calls suspend and don't block. One call is made at a time.
@EventLoopActor
public protocol WindowFocus: AnyObject {
    /// Who tells, for people: `sway`.
    var name: String { get }

    /// The window that has the focus; nil if none has.
    ///
    /// - Throws: why it can't be told.
    func focusedWindow() async throws(Problem) -> DesktopWindow?

    /// Gives a window the focus. Returns when it has it.
    ///
    /// - Throws: why it can't be brought back, such as that it was closed.
    func focus(_ window: DesktopWindow) async throws(Problem)

    /// Disconnects. Nothing may be called afterwards.
    func close()
}

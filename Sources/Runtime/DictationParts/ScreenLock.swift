public import Dictation
public import LinuxRuntime

/// Knows whether the screen is locked: what is typed then would go into the field for the password.
///
/// Its calls suspend and don't block.
@EventLoopActor
public protocol ScreenLock: AnyObject {
    /// Why nothing may be typed now: `the screen is locked`. Nil if it isn't, and where the desktop
    /// has no answer to such a question.
    ///
    /// - Throws: why the question got no answer. Nothing may be typed then either.
    func lock() async throws(Problem) -> String?
}

public import LinuxRuntime
public import Problems

/// Reports whether the screen is locked: text that is typed then would go into the password field.
///
/// Its calls suspend and don't block.
@EventLoopActor
public protocol ScreenLock: AnyObject {
    /// Why nothing may be typed now: `the screen is locked`. Nil if it isn't locked, or if the
    /// desktop has no way to ask.
    ///
    /// - Throws: why there was no answer. Nothing may be typed then either.
    func lock() async throws(Problem) -> String?
}

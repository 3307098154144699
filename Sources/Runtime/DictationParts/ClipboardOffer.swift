public import LinuxRuntime
public import Problems

/// A text on the clipboard of the session, as a person copies it. It is there as long as this
/// object serves it, and until something else is copied.
@EventLoopActor
public protocol ClipboardOffer: AnyObject {
    /// Suspends until something else is copied or the session ends; throws `CancellationError`.
    func end() async throws
}

/// A process that goes on serving what another one, which ends, has served.
@EventLoopActor
public protocol ClipboardHeir: ClipboardOffer {
    /// Takes contents over, but for a selection whose owner has changed since this object was made.
    func take(_ contents: ClipboardContents) async throws(Problem)
}

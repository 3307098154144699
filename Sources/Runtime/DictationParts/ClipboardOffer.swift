public import LinuxRuntime

/// A text on the clipboard of the session, as a person copies it. It is there as long as this
/// object serves it, and until something else is copied.
@EventLoopActor
public protocol ClipboardOffer: AnyObject {
    /// Suspends until something else is copied or the session ends; throws `CancellationError`.
    func end() async throws
}

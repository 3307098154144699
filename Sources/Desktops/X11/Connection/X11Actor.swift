import Glibc
package import LinuxRuntime

/// The isolation of all code that waits for an answer of an X server: on a separate thread, since
/// Xlib and XCB block within a call, and a server may be stopped.
///
/// The objects of this module are not isolated to it: they belong to the thread of the loop that
/// they were made for. The parts of the program reach those on this actor only through
/// ``XServerLine``.
@globalActor
package actor X11Actor {
    package static let shared = X11Actor()

    /// Starts with the first connection and sleeps when idle.
    package static let loop: EventLoop = {
        do {
            let loop = try EventLoop(thread: "x11") { XServerWatch.rest() }
            // libX11's destructor frees a lock that its calls use (XFreeThreads, 1.8).
            atexit { X11Actor.loop.end(within: .milliseconds(200)) }
            return loop
        } catch {
            Log.warning("the program waits for the X server itself: \(error)")
            return .shared
        }
    }()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.loop.asUnownedSerialExecutor()
    }

    /// Starts a task of this actor; see `EventLoop.task(_:)` for the reason.
    @discardableResult
    package static func task<Success: Sendable>(
        _ body: @escaping @X11Actor () async -> Success
    ) -> Task<Success, Never> {
        Task(executorPreference: loop, operation: body)
    }
}

import Glibc
package import LinuxRuntime

/// Whatever asks an X server and waits for its answer: on a thread of its own, for Xlib and XCB
/// wait in the middle of a call, and a server may be stopped.
///
/// The objects of this module are no actor's: they belong to the thread of the loop that they were
/// made for. The parts of the program reach those of this actor through ``XServerLine`` alone.
@globalActor
package actor X11Actor {
    package static let shared = X11Actor()

    /// Starts with the first connection and sleeps while nobody wants anything.
    package static let loop: EventLoop = {
        do {
            let loop = try EventLoop(thread: "x11") { XServerWatch.rest() }
            // libX11's destructor frees a lock that its calls take (XFreeThreads, 1.8).
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

    /// Starts a task of this actor; `EventLoop.task(_:)` says why not otherwise.
    @discardableResult
    package static func task<Success: Sendable>(
        _ body: @escaping @X11Actor () async -> Success
    ) -> Task<Success, Never> {
        Task(executorPreference: loop, operation: body)
    }
}

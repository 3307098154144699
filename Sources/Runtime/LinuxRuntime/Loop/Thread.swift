import CLinux
import Glibc
import SystemPackage

/// A POSIX thread that is joined at the latest when its owner is destroyed. Make the body return
/// before that: stop, wake, join, close.
public final class Thread {
    private var thread = pthread_t()
    private var isJoined = false

    /// Starts a thread. `ps -L` shows `name`: at most 15 bytes. The thread inherits the caller's
    /// signal mask.
    public init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let box = Unmanaged.passRetained(Body(name: name, run: body))
        let result = pthread_create(
            &thread, nil,
            { argument in
                let body = Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue()
                utter_name_thread(body.name)
                body.run()
                return nil
            }, box.toOpaque())
        if result != 0 {
            box.release()
            isJoined = true
            throw SystemError("pthread_create", Errno(rawValue: result))
        }
    }

    /// Waits for the end of the thread.
    public func join() {
        if isJoined { return }
        isJoined = true
        pthread_join(thread, nil)
    }

    /// Detaches the thread: its end isn't waited for any more.
    public func detach() {
        if isJoined { return }
        isJoined = true
        pthread_detach(thread)
    }

    deinit { join() }

    private final class Body {
        let name: String
        let run: @Sendable () -> Void
        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
}

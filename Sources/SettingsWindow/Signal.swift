internal import CGTK

/// Handlers of GObject's signals. GTK calls them on the main thread, where its loop runs.
@MainActor
enum Signal {
    private final class Handler {
        let body: @MainActor () -> Void
        init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }

    /// Calls `body` for a signal without arguments, as long as the object lives.
    static func connect(
        _ object: utter_any, _ name: String, _ body: @escaping @MainActor () -> Void
    ) {
        let callback: @convention(c) (utter_any?, UnsafeMutableRawPointer?) -> Void = { _, data in
            Signal.run(data)
        }
        attach(object, name, unsafeBitCast(callback, to: Callback.self), body)
    }

    /// Calls `body` for “notify::PROPERTY”.
    static func observe(
        _ object: utter_any, _ property: String, _ body: @escaping @MainActor () -> Void
    ) {
        let callback:
            @convention(c) (utter_any?, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Void =
                { _, _, data in Signal.run(data) }
        attach(object, "notify::\(property)", unsafeBitCast(callback, to: Callback.self), body)
    }

    typealias Callback = @convention(c) () -> Void

    private static func attach(
        _ object: utter_any, _ name: String, _ callback: @escaping Callback,
        _ body: @escaping @MainActor () -> Void
    ) {
        // unsafe: GObject passes the arguments that the signal's documentation names, as C's
        // G_CALLBACK relies on.
        g_signal_connect_data(
            object, name, callback, Unmanaged.passRetained(Handler(body)).toOpaque(),
            { data, _ in Unmanaged<Handler>.fromOpaque(data!).release() }, 0)
    }

    nonisolated private static func run(_ data: UnsafeMutableRawPointer?) {
        // nonisolated(unsafe): stays on this thread.
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
            Unmanaged<Handler>.fromOpaque(data!).takeUnretainedValue().body()
        }
    }
}

import CWayland
import LinuxRuntime
public import Problems

/// Follows which window has the focus (wlr-foreign-toplevel-management-unstable-v1).
///
/// The compositor sends all events in order: a focus change that isn't known when a roundtrip is
/// answered happened after the requests before that roundtrip.
public final class FocusWatch {
    /// How often a window got or lost the focus.
    public private(set) var changes = 0
    /// Whether a window that had the focus was closed.
    public private(set) var hasSeenClosing = false
    /// zwlr_foreign_toplevel_manager_v1*.
    private let manager: OpaquePointer
    /// Called when the focus or the outputs of a window change, or may have.
    public var onChange: () -> Void = {}
    private var windows: [ToplevelWindow] = []
    private var hasEnded = false
    // Kept alive until the proxies are destroyed.
    private let globals: WaylandGlobals

    /// Begins to watch, and returns when all windows are known; nil if the compositor doesn't
    /// support it.
    public static func begin(on globals: WaylandGlobals) async throws(Problem) -> FocusWatch? {
        guard let watch = FocusWatch(on: globals) else { return nil }
        try await globals.connection.roundtrip()
        return watch
    }

    /// Begins to watch: the windows are known later. Nil if the compositor doesn't support it.
    public init?(on globals: WaylandGlobals) {
        guard let manager = globals.bindToplevels() else { return nil }
        self.manager = manager
        self.globals = globals
        zwlr_foreign_toplevel_manager_v1_add_listener(
            manager, managerListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        windows = []
        zwlr_foreign_toplevel_manager_v1_destroy(manager)
    }

    /// Stops watching. Call it before the object is destroyed, unless the connection is dead:
    /// otherwise the numbers of windows that appear before the compositor handles the stop would be
    /// missing in libwayland's list, and the next new window would be a protocol error. So the
    /// object lives on until the compositor has handled it; nothing waits for that.
    public func end() {
        hasEnded = true
        windows = []
        zwlr_foreign_toplevel_manager_v1_stop(manager)
        // unsafe: not used elsewhere any more, and the task runs on the same thread.
        nonisolated(unsafe) let watch = self
        Deadline.$current.withValue(nil) {
            _ = EventLoop.task { try? await watch.globals.connection.roundtrip() }
        }
    }

    /// The name that the focused window's program gave itself (its app_id, or in Xwayland its
    /// class); nil if no window has the focus, or it has no name.
    public var focusedProgram: String? {
        windows.lazy.filter { $0.isFocused }.compactMap(\.program).first
    }

    /// The outputs with a part of the focused window (wl_output*, as this connection has bound
    /// them); empty if no window has the focus.
    public var focusedOutputs: [OpaquePointer] {
        windows.first { $0.isFocused }?.outputs ?? []
    }

    fileprivate func found(_ toplevel: OpaquePointer) {
        let window = ToplevelWindow(toplevel, self)
        if !hasEnded { windows.append(window) }
    }

    fileprivate func noteChange() { changes += 1 }

    fileprivate func closed(_ window: ToplevelWindow) {
        if window.isFocused {
            changes += 1
            hasSeenClosing = true
        }
        windows.removeAll { $0 === window }
    }
}

/// A window.
private final class ToplevelWindow {
    /// zwlr_foreign_toplevel_handle_v1*.
    private let toplevel: OpaquePointer
    // unowned: the watch owns its windows.
    private unowned let watch: FocusWatch
    private(set) var isFocused = false
    fileprivate(set) var program: String?
    private(set) var outputs: [OpaquePointer] = []

    init(_ toplevel: OpaquePointer, _ watch: FocusWatch) {
        self.toplevel = toplevel
        self.watch = watch
        zwlr_foreign_toplevel_handle_v1_add_listener(
            toplevel, windowListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { zwlr_foreign_toplevel_handle_v1_destroy(toplevel) }

    fileprivate func has(_ states: UnsafeMutablePointer<wl_array>) {
        let states = UnsafeRawBufferPointer(
            start: states.pointee.data, count: states.pointee.size)
        let isFocused = states.bindMemory(to: UInt32.self)
            .contains(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED.rawValue)
        if isFocused != self.isFocused { watch.noteChange() }
        self.isFocused = isFocused
        watch.onChange()
    }

    /// - Parameter output: nil if the output is gone.
    fileprivate func note(_ output: OpaquePointer?, isThere: Bool) {
        outputs.removeAll { $0 == output }
        if isThere, let output { outputs.append(output) }
        watch.onChange()
    }

    fileprivate func isClosed() { watch.closed(self) }
}

private func window(_ pointer: UnsafeMutableRawPointer?) -> ToplevelWindow {
    Unmanaged<ToplevelWindow>.fromOpaque(pointer!).takeUnretainedValue()
}

// nonisolated(unsafe), twice: written once, by its initialiser, then only read, by libwayland.

nonisolated(unsafe) private let managerListener:
    UnsafePointer<zwlr_foreign_toplevel_manager_v1_listener> = {
        let listener = UnsafeMutablePointer<zwlr_foreign_toplevel_manager_v1_listener>
            .allocate(capacity: 1)
        listener.initialize(
            to: zwlr_foreign_toplevel_manager_v1_listener(
                toplevel: { watch, _, toplevel in
                    Unmanaged<FocusWatch>.fromOpaque(watch!).takeUnretainedValue().found(toplevel!)
                },
                finished: { _, _ in }))
        return UnsafePointer(listener)
    }()

nonisolated(unsafe) private let windowListener:
    UnsafePointer<zwlr_foreign_toplevel_handle_v1_listener> = {
        let listener = UnsafeMutablePointer<zwlr_foreign_toplevel_handle_v1_listener>
            .allocate(capacity: 1)
        listener.initialize(
            to: zwlr_foreign_toplevel_handle_v1_listener(
                title: { _, _, _ in },
                app_id: { data, _, name in window(data).program = name.map { String(cString: $0) }
                },
                output_enter: { data, _, output in window(data).note(output, isThere: true) },
                output_leave: { data, _, output in window(data).note(output, isThere: false) },
                // Not `done`: the compositor sends that after keys that follow the change.
                state: { data, _, states in window(data).has(states!) },
                done: { _, _ in },
                closed: { data, _ in window(data).isClosed() },
                // From a version that isn't bound.
                parent: { _, _, _ in }))
        return UnsafePointer(listener)
    }()

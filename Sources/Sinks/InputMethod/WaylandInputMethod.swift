import CWayland
import LinuxRuntime
import Problems
import WaylandClient

/// The seat's input method, by input-method-unstable-v2: it knows the focused text field, shows
/// text in it that isn't part of it yet, and commits and deletes text.
///
/// A seat has one input method: while this object lives, no other program can be it (fcitx5,
/// IBus), and it finds the place taken while one of them runs. So it lives as long as a dictation.
/// Windows take part that speak text-input-unstable-v3 with the compositor: GTK 3 and 4, Qt 6,
/// foot; Xwayland's windows never.
///
/// Used on the event loop's thread only. Its text is in UTF-8, and no piece of it is longer than
/// `longestText`.
final class WaylandInputMethod {
    /// The focused text field; nil if none has the focus, or its window doesn't take part.
    private(set) var field: FocusedField?
    /// How often the field was reported, or its end: each answer to a commit is one.
    private(set) var reports: UInt32 = 0
    /// Whether another program is the seat's input method, or the seat is gone.
    private(set) var isTaken = false
    /// Called after each report.
    var onReport: () -> Void = {}

    /// The state of the field, collected for the next report.
    private var pending: FocusedField?
    /// zwp_input_method_v2*.
    private let method: OpaquePointer
    /// zwp_input_method_manager_v2*.
    private let manager: OpaquePointer
    private let globals: WaylandGlobals
    private let connection: WaylandConnection

    /// The most bytes in one piece: “no longer than 4000 bytes” for the surrounding text, and a
    /// message of Wayland has at most 4,096.
    static let longestText = 4_000

    /// Becomes the seat's input method. The focused field is reported soon after, by a window that
    /// takes part.
    ///
    /// - Throws: a problem if the compositor has no such protocol, or another program has the
    ///   place.
    @EventLoopActor
    static func begin(
        on globals: WaylandGlobals, of connection: WaylandConnection
    ) async throws(Problem) -> WaylandInputMethod {
        guard let seat = globals.seat, let manager = globals.bindInputMethods() else {
            throw Problem(
                "cannot be the input method",
                why: "this compositor has no zwp_input_method_manager_v2")
        }
        let method = WaylandInputMethod(manager, seat, globals, connection)
        try await connection.roundtrip()
        if method.isTaken {
            throw Problem(
                "cannot be the input method",
                why: "another program is: an input method such as fcitx5")
        }
        return method
    }

    private init(
        _ manager: OpaquePointer, _ seat: OpaquePointer, _ globals: WaylandGlobals,
        _ connection: WaylandConnection
    ) {
        (self.manager, self.globals, self.connection) = (manager, globals, connection)
        method = zwp_input_method_manager_v2_get_input_method(manager, seat)
        // Unretained: the deinit destroys the proxy that holds the pointer.
        zwp_input_method_v2_add_listener(
            method, methodListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        zwp_input_method_v2_destroy(method)
        zwp_input_method_manager_v2_destroy(manager)
        connection.flush()
    }

    // MARK: Changing the text

    /// Inserts a text at the cursor in place of the shown one, and of the selection.
    ///
    /// - Parameters:
    ///   - text: at most `longestText` bytes.
    ///   - deleted: the bytes before the cursor that are deleted first. They must be ASCII: GTK 4.8
    ///     takes their number for one of characters.
    func commit(_ text: String, deletingBefore deleted: Int = 0) {
        precondition(text.utf8.count <= Self.longestText, "a text that is sent in pieces")
        if deleted > 0 { zwp_input_method_v2_delete_surrounding_text(method, UInt32(deleted), 0) }
        if !text.isEmpty { zwp_input_method_v2_commit_string(method, text) }
        send()
    }

    /// Shows a text at the cursor that isn't part of the field's text yet; an empty one removes it.
    ///
    /// - Parameter text: at most `longestText` bytes.
    func show(_ text: String) {
        precondition(text.utf8.count <= Self.longestText, "a text that is too long to be shown")
        let end = Int32(text.utf8.count)
        zwp_input_method_v2_set_preedit_string(method, text, end, end)
        send()
    }

    /// Changes nothing: the window answers with a report, as it does to each change.
    func ask() { send() }

    /// “The serial number reflects the last state of the zwp_input_method_v2 object known to the
    /// client … the number of done events already issued.”
    private func send() {
        zwp_input_method_v2_commit(method, reports)
        connection.flush()
    }

    // MARK: Events

    fileprivate func activated() { pending = FocusedField() }

    fileprivate func deactivated() { pending = nil }

    fileprivate func surround(_ text: SurroundingText?) { pending?.text = text }

    fileprivate func contains(_ hint: UInt32, _ purpose: UInt32) {
        pending?.hints = FocusedField.Hints(rawValue: hint)
        pending?.purpose = FocusedField.Purpose(rawValue: purpose) ?? .normal
    }

    fileprivate func done() {
        reports += 1
        field = pending
        onReport()
    }

    fileprivate func unavailable() {
        isTaken = true
        (pending, field) = (nil, nil)
        onReport()
    }
}

private func method(_ pointer: UnsafeMutableRawPointer?) -> WaylandInputMethod {
    Unmanaged<WaylandInputMethod>.fromOpaque(pointer!).takeUnretainedValue()
}

// nonisolated(unsafe): written once, by its initialiser, then only read, by libwayland.
nonisolated(unsafe) private let methodListener: UnsafePointer<zwp_input_method_v2_listener> = {
    let listener = UnsafeMutablePointer<zwp_input_method_v2_listener>.allocate(capacity: 1)
    listener.initialize(
        to: zwp_input_method_v2_listener(
            activate: { data, _ in method(data).activated() },
            deactivate: { data, _ in method(data).deactivated() },
            surrounding_text: { data, _, text, cursor, anchor in
                method(data).surround(
                    SurroundingText(
                        String(cString: text!), cursor: Int(cursor), anchor: Int(anchor)))
            },
            // GTK 3.24 and 4.8 say of what the user types that the input method did it.
            text_change_cause: { _, _, _ in },
            content_type: { data, _, hint, purpose in method(data).contains(hint, purpose) },
            done: { data, _ in method(data).done() },
            unavailable: { data, _ in method(data).unavailable() }))
    return UnsafePointer(listener)
}()

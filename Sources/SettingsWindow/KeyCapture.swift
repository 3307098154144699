internal import CGTK

/// Takes the next key that is pressed in the window, as the configuration writes it: `F9`,
/// `Super+d`, and `Control_R` for a modifier that is pressed and released alone. Escape gives up.
@MainActor
final class KeyCapture {
    /// Called with the chord, or with nil after Escape; then keys are the window's again.
    private var onChord: ((String?) -> Void)?
    /// The modifier that is held, as long as nothing else was pressed.
    private var lone: String?

    init(in window: utter_any) {
        let controller = gtk_event_controller_key_new()!
        // GTK_PHASE_CAPTURE: before any widget gets it.
        gtk_event_controller_set_propagation_phase(controller, 1)
        gtk_widget_add_controller(window, controller)
        // For as long as the process: there is one window.
        let this = Unmanaged.passRetained(self).toOpaque()
        typealias KeyHandler =
            @convention(c) (utter_any?, UInt32, UInt32, UInt32, UnsafeMutableRawPointer?) -> Int32
        let pressed: KeyHandler = { _, key, _, modifiers, data in
            KeyCapture.with(data) { $0.pressed(key, modifiers) }
        }
        let released: KeyHandler = { _, key, _, _, data in
            KeyCapture.with(data) { $0.released(key) }
        }
        // unsafe, twice: GTK passes these arguments (GtkEventControllerKey, “key-pressed”).
        g_signal_connect_data(
            controller, "key-pressed", unsafeBitCast(pressed, to: Signal.Callback.self), this, nil,
            0)
        g_signal_connect_data(
            controller, "key-released", unsafeBitCast(released, to: Signal.Callback.self), this,
            nil, 0)
    }

    nonisolated private static func with(
        _ data: UnsafeMutableRawPointer?, _ body: @MainActor (KeyCapture) -> Bool
    ) -> Int32 {
        // nonisolated(unsafe): stays on this thread, GTK's.
        nonisolated(unsafe) let data = data
        return withoutActuallyEscaping(body) { body in
            MainActor.assumeIsolated {
                body(Unmanaged<KeyCapture>.fromOpaque(data!).takeUnretainedValue()) ? 1 : 0
            }
        }
    }

    func begin(_ onChord: @escaping (String?) -> Void) {
        lone = nil
        self.onChord = onChord
    }

    private func pressed(_ key: UInt32, _ modifiers: UInt32) -> Bool {
        guard onChord != nil, let name = Self.name(key) else { return false }
        if Self.isModifier(name) {
            lone = lone == nil ? name : ""
            return true
        }
        // GdkModifierType.
        let held = [
            (UInt32(1) << 2, "Ctrl"), (1 << 3, "Alt"), (1 << 26, "Super"), (1 << 0, "Shift"),
        ].filter { modifiers & $0.0 != 0 }.map(\.1)
        let chord = (held + [name]).joined(separator: "+")
        end(chord == "Escape" ? nil : chord)
        return true
    }

    private func released(_ key: UInt32) -> Bool {
        guard onChord != nil, let name = Self.name(key), name == lone else { return false }
        end(name)
        return true
    }

    private func end(_ chord: String?) {
        let report = onChord
        onChord = nil
        report?(chord)
    }

    private static func name(_ key: UInt32) -> String? {
        gdk_keyval_name(gdk_keyval_to_lower(key)).map { String(cString: $0) }
    }

    private static func isModifier(_ name: String) -> Bool {
        let stems = ["Control", "Shift", "Alt", "Super", "Meta"]
        return stems.contains { name == "\($0)_L" || name == "\($0)_R" }
            || name == "ISO_Level3_Shift"
    }
}

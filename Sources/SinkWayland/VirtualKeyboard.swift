import CWayland
import Dictation
import KeyStrokes
import LinuxRuntime

/// A keyboard of the compositor that this process presses (virtual-keyboard-unstable-v1). Between
/// two of its methods no key and no modifier is down.
final class VirtualKeyboard {
    /// zwp_virtual_keyboard_v1*.
    private let keyboard: OpaquePointer
    // Held so that the keyboard goes before its manager, and that before the connection.
    private let globals: WaylandGlobals
    /// What was uploaded last.
    private(set) var slots: [KeySymbol: PrivateKeymapPlan.Slot] = [:]

    /// The globals must be complete.
    init(on globals: WaylandGlobals) {
        self.globals = globals
        keyboard = utter_virtual_keyboard_create(globals.manager, globals.seat)
    }

    deinit {
        utter_virtual_keyboard_destroy(keyboard)
    }

    /// Gives the keyboard another keymap. Wayland clients get it in order with the keys.
    func upload(_ keymap: PrivateKeymap) throws(Problem) {
        let text = keymap.text.utf8CString
        let file: OwnedDescriptor
        do throws(SystemError) {
            let descriptor = text.withUnsafeBytes {
                utter_sealed_file($0.baseAddress!, $0.count)
            }
            file = OwnedDescriptor(adopting: try check(descriptor, "memfd_create"))
        } catch {
            throw Problem("cannot make a keymap for the text", why: "\(error)")
        }
        utter_virtual_keyboard_keymap(keyboard, file.rawValue, UInt32(text.count))
        slots = keymap.slots
    }

    /// The most strokes that `press` takes: 64 bytes each (modifiers, press, release) then fit
    /// into libwayland's buffer of 4,096 bytes and are sent in one piece, so that not even
    /// SIGKILL can come between a press and its release.
    static let longestBurst = 32

    /// When even a slow receiver has read all keys so far, in nanoseconds of the monotonic clock:
    /// an estimate, for nothing tells. GTK 3 in Xwayland was seen to read 400 to 1,000 a second.
    private(set) var readBy: Int64 = 0
    private static let slowReading: Int64 = 4_000_000

    /// Presses and releases keys, modifiers and all.
    func press(_ strokes: ArraySlice<SymbolStroke>) {
        precondition(strokes.count <= Self.longestBurst, "a burst that is sent in pieces")
        let none = PrivateKeymap.Selection(level: 0)
        var selection = none
        let now = MonotonicClock.nanoseconds
        for stroke in strokes {
            guard let slot = slots[stroke.symbol] else {
                preconditionFailure("a symbol that the keymap lacks")
            }
            select(PrivateKeymap.Selection(level: slot.level), from: &selection)
            let time = UInt32(truncatingIfNeeded: now / 1_000_000)
            let key = UInt32(slot.key)
            utter_virtual_keyboard_key(keyboard, time, key, WL_KEYBOARD_KEY_STATE_PRESSED)
            utter_virtual_keyboard_key(keyboard, time, key, WL_KEYBOARD_KEY_STATE_RELEASED)
        }
        select(none, from: &selection)
        readBy = max(now, readBy) + Int64(strokes.count) * Self.slowReading
    }

    private func select(
        _ wanted: PrivateKeymap.Selection, from selection: inout PrivateKeymap.Selection
    ) {
        if wanted == selection { return }
        utter_virtual_keyboard_modifiers(keyboard, wanted.modifiers, wanted.group)
        selection = wanted
    }
}

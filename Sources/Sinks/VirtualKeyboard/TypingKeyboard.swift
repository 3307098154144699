import KeyStrokes
import LinuxRuntime
import Problems
import WaylandClient

/// A virtual keyboard whose keymap is made for the text. Between calls of its methods no key and no
/// modifier is pressed.
final class TypingKeyboard {
    private let keyboard: VirtualKeyboard
    /// The slots of the keymap uploaded last.
    private(set) var slots: [KeySymbol: PrivateKeymapPlan.Slot]

    /// Creates the keyboard, with the keymap for ASCII. The globals must support typing.
    @EventLoopActor
    static func plugged(into globals: WaylandGlobals) async throws(Problem) -> TypingKeyboard {
        TypingKeyboard(
            try await .plugged(into: globals, keymap: PrivateKeymap.plain.text),
            PrivateKeymap.plain.slots)
    }

    private init(_ keyboard: VirtualKeyboard, _ slots: [KeySymbol: PrivateKeymapPlan.Slot]) {
        self.keyboard = keyboard
        self.slots = slots
    }

    /// Gives the keyboard another keymap.
    func upload(_ keymap: PrivateKeymap) throws(Problem) {
        try keyboard.upload(keymap.text)
        slots = keymap.slots
    }

    /// Gives the keyboard the same keymap, so that the compositor sends it.
    func uploadAgain() throws(Problem) {
        try keyboard.upload(PrivateKeymap(slots: slots).text)
    }

    /// Presses KEY_UNKNOWN, which has no symbol here nor in any layout of xkeyboard-config.
    func pressNothing() { keyboard.press(240) }

    /// Whether a keymap has the symbols of this one.
    func has(_ keymap: Keymap) -> Bool {
        slots.allSatisfy { symbol, slot in
            slot.level > 0 || keymap.plainSymbol(UInt16(slot.key), group: 0) == symbol
        }
    }

    /// Presses and releases keys by their codes, and those to hold with them.
    func press(_ strokes: some Sequence<KeyStroke>) {
        for stroke in strokes {
            keyboard.press(
                UInt8(truncatingIfNeeded: stroke.key),
                holding: stroke.holding.map { UInt8(truncatingIfNeeded: $0) })
        }
    }

    /// When even a slow receiver has read all keys so far, in nanoseconds of the monotonic clock:
    /// an estimate, since nothing reports it. GTK 3 in Xwayland reads 400 to 1,000 a second.
    private(set) var readBy: Int64 = 0
    private static let slowReading: Int64 = 4_000_000

    /// Presses and releases keys with their modifiers.
    func press(_ strokes: ArraySlice<SymbolStroke>) {
        precondition(
            strokes.count <= VirtualKeyboard.longestBurst, "a burst that is sent in pieces")
        let none = PrivateKeymap.Selection(level: 0)
        var selection = none
        for stroke in strokes {
            guard let slot = slots[stroke.symbol] else {
                preconditionFailure("a symbol that the keymap lacks")
            }
            select(PrivateKeymap.Selection(level: slot.level), from: &selection)
            keyboard.press(slot.key)
        }
        select(none, from: &selection)
        readBy = max(MonotonicClock.nanoseconds, readBy) + Int64(strokes.count) * Self.slowReading
    }

    private func select(
        _ wanted: PrivateKeymap.Selection, from selection: inout PrivateKeymap.Selection
    ) {
        if wanted == selection { return }
        keyboard.hold(modifiers: wanted.modifiers, group: wanted.group)
        selection = wanted
    }
}

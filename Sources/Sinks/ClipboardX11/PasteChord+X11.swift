import CX11
import Dictation
import Problems
import X11Connection

extension PasteChord {
    /// The chord's keycodes, in the order in which they are pressed.
    func keys(_ keyboard: XTestKeyboard, group: UInt8) throws(Problem) -> [UInt8] {
        let keymap = try keyboard.keymap()
        let found: [UInt8?]
        switch self {
        case .shiftInsert:
            found = [
                XTestKeyboard.shiftKey(keymap), Self.key(XK_Insert, keymap, group),
            ]
        case .controlV:
            found = [XTestKeyboard.controlKey(keymap), Self.key(XK_v, keymap, group)]
        case .controlShiftV:
            found = [
                XTestKeyboard.controlKey(keymap), XTestKeyboard.shiftKey(keymap),
                Self.key(XK_v, keymap, group),
            ]
        }
        let keys = found.compactMap { $0 }
        guard keys.count == found.count else {
            throw Problem(
                "cannot press “\(rawValue)” to paste", why: "the keyboard layout lacks a key of it",
                remedy: "Choose another paste chord.")
        }
        return keys
    }

    /// A key without Shift, in the active group or else in any other: for users who write Cyrillic,
    /// programs find Ctrl+V by the key of the Latin group.
    static func key(
        _ symbol: Int32, _ keymap: borrowing DeviceKeymap, _ group: UInt8
    ) -> UInt8? {
        for group in [group] + (0..<4) {
            for key in keymap.keys where keymap.modifiers(of: key) == 0 {
                if keymap.symbol(key, modifiers: 0, group: group) == UInt32(symbol) { return key }
            }
        }
        return nil
    }
}

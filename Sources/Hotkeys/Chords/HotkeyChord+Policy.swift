public import Problems

extension HotkeyChord {
    /// Why the helper refuses to watch for it; nil if it accepts.
    ///
    /// The helper's caller can be any program of the user, and must not learn what is typed. So a
    /// key that writes text needs a modifier with which it writes none. The right Alt key is no
    /// such modifier: it is AltGr in many layouts, so Alt must be the left one.
    public var refusal: HelperRefusal? { refusal(where: []) }

    /// The same on a machine where these keys print, too.
    func refusal(where printing: Set<UInt16>) -> HelperRefusal? {
        guard Self.keys.contains(key) else { return .notAKey }
        if let own = HotkeyModifier.ofKey(key), modifiers[own.modifier] == own.side {
            return .notAKey
        }
        if isRevealing(where: printing) {
            return modifiers[.alt] == .right ? .revealingWithAltGr : .revealing
        }
        return writesTextWithAltGr ? .revealingWithAltGr : nil
    }

    /// Why it can't be a hotkey, whoever watches for it; nil if it can.
    public var objection: Problem? {
        // Shift+F9 writes text on few keyboards: the helper refuses it, a desktop may watch for it.
        guard isRevealing, PrintingKeys.contains(key) else { return nil }
        return Problem(
            "“\(self)” writes text", why: "each time you type it, a dictation would begin",
            remedy:
                "Add Ctrl, LeftAlt or Super, or choose a key that writes nothing, such as Pause. "
                + "A pedal or button can be made to send F13: man 7 hwdb")
    }

    /// Whether it writes text where the desktop does nothing with it: many programs take Super+H for
    /// an H.
    public var writesTextIfUnbound: Bool {
        modifiers[.super] != nil && modifiers[.ctrl] == nil && modifiers[.alt] == nil
            && unprotected.isRevealing
    }

    /// KEY_ESC to KEY_MAX - 1 (linux/input-event-codes.h).
    private static let keys: ClosedRange<UInt16> = 1...0x2FE

    /// Whether an Alt key of either side is its only protection from revealing text.
    private var writesTextWithAltGr: Bool {
        guard modifiers[.alt] == .either else { return false }
        var without = modifiers
        without[.alt] = nil
        return HotkeyChord(modifiers: without, key: key, keyName: keyName).isRevealing
    }
}

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

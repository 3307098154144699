
extension HotkeyChord {
    /// Why the helper does not watch for it; nil if it does.
    ///
    /// The helper's caller is any program of the person, and must not learn what is typed. So a
    /// key that writes text needs a modifier with which it writes none. The right Alt key is
    /// none of these: it is AltGr in many layouts, so Alt must be the left one.
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

    /// Whether only an Alt key of either side keeps it from revealing.
    private var writesTextWithAltGr: Bool {
        guard modifiers[.alt] == .either else { return false }
        var without = modifiers
        without[.alt] = nil
        return HotkeyChord(modifiers: without, key: key, keyName: keyName).isRevealing
    }
}

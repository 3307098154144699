import CXkbcommon

extension KeySymbol {
    /// The symbol's name in keymaps: `a`, `EuroSign`, `dead_acute`, `U4E2D`
    /// (xkb_keysym_get_name(3)).
    public var name: String {
        // The longest names have 27 bytes.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            xkb_keysym_get_name(rawValue, buffer.baseAddress!, buffer.count)
            return String(cString: buffer.baseAddress!)
        }
    }
}

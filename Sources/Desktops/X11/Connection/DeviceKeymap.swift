import CX11

/// The parts of a key in a keymap that are changed here (XkbSymMapRec).
package struct KeyBinding: Hashable {
    package var groupInfo: UInt8
    /// The type of each of the four groups, as an index into the keymap's types.
    package var types: [UInt8]
    /// Symbols per group.
    package var width: UInt8
    /// `width` for each group.
    package var symbols: [UInt]

    /// One group with two levels: the key without and with Shift. The key then means the same
    /// whichever group is active.
    package init(_ plain: UInt32, _ shifted: UInt32) {
        groupInfo = 1
        types = [UInt8(XkbTwoLevelIndex), 0, 0, 0]
        width = 2
        symbols = [UInt(plain), UInt(shifted)]
    }

    package init(groupInfo: UInt8, types: [UInt8], width: UInt8, symbols: [UInt]) {
        self.groupInfo = groupInfo
        self.types = types
        self.width = width
        self.symbols = symbols
    }
}

/// The keymap of one device, as read from the server (XkbGetMap(3)).
package struct DeviceKeymap: ~Copyable {
    private let description: XkbDescPtr

    /// Nil if the server doesn't return it.
    package init?(_ display: OpaquePointer, device: UInt32) {
        let parts = UInt32(XkbKeyTypesMask | XkbKeySymsMask | XkbModifierMapMask)
        guard let map = XkbGetMap(display, parts, device) else { return nil }
        description = map
        description.pointee.device_spec = UInt16(device)
    }

    deinit { XkbFreeKeyboard(description, 0, 1) }

    package var keys: ClosedRange<UInt8> {
        description.pointee.min_key_code...description.pointee.max_key_code
    }

    /// The real modifiers that a key sets; 0 for an ordinary key.
    package func modifiers(of key: UInt8) -> UInt8 {
        description.pointee.map.pointee.modmap[Int(key)]
    }

    package subscript(key: UInt8) -> KeyBinding {
        let entry = description.pointee.map.pointee.key_sym_map[Int(key)]
        let count = Int(entry.width) * Int(entry.group_info & 0x0F)
        let symbols = UnsafeBufferPointer(
            start: description.pointee.map.pointee.syms + Int(entry.offset), count: count)
        let types = entry.kt_index
        return KeyBinding(
            groupInfo: entry.group_info, types: [types.0, types.1, types.2, types.3],
            width: entry.width, symbols: symbols.map { UInt($0) })
    }

    /// The symbol of a key in a group, or 0.
    package func symbol(_ key: UInt8, modifiers: UInt32, group: UInt8) -> UInt32 {
        // XkbBuildCoreState, a macro: the group is in bits 13 and 14.
        let state = modifiers | UInt32(group & 3) << 13
        var used: UInt32 = 0
        var symbol: KeySym = 0
        let isBound = XkbTranslateKeyCode(description, key, state, &used, &symbol)
        return isBound != 0 ? UInt32(truncatingIfNeeded: symbol) : 0
    }

    /// Gives keys other meanings on the device; all others stay.
    package mutating func change(_ bindings: [UInt8: KeyBinding], _ display: OpaquePointer) {
        for (key, binding) in bindings {
            let symbols = XkbResizeKeySyms(description, Int32(key), Int32(binding.symbols.count))
            for (index, symbol) in binding.symbols.enumerated() { symbols?[index] = symbol }
            let map = description.pointee.map!
            map.pointee.key_sym_map[Int(key)].group_info = binding.groupInfo
            map.pointee.key_sym_map[Int(key)].width = binding.width
            let types = binding.types
            map.pointee.key_sym_map[Int(key)].kt_index = (types[0], types[1], types[2], types[3])
        }
        var changes = XkbMapChangesRec()
        changes.changed = UInt16(XkbKeySymsMask)
        changes.first_key_sym = keys.lowerBound
        changes.num_key_syms = UInt8(keys.count)
        XkbChangeMap(display, description, &changes)
    }
}

import CX11
import X11Connection

extension XTestKeyboard {
    /// Gives keys other meanings on this device.
    func change(_ bindings: [UInt8: KeyBinding]) {
        guard var keymap = DeviceKeymap(display, device: device) else { return }
        let known = bindings.filter { keymap.keys.contains($0.key) }
        keymap.change(known, display)
    }

    /// Gives keys their meanings back. False, and nothing done, if the keymap isn't the private
    /// one: somebody has set a layout since, and that is to stay.
    func restore(_ bindings: [UInt8: KeyBinding]) -> Bool {
        guard let keymap = DeviceKeymap(display, device: device), Self.isPrivate(keymap) else {
            return false
        }
        change(bindings)
        return true
    }

    /// Lets go of the keys that fake presses hold down.
    func releaseAll() {
        for key in keysDown() { press(key, false) }
    }

    /// Undoes what a killed session left behind. Only with the claim in hand: else the record
    /// is that of a session that goes on.
    func mend(_ connection: XConnection) {
        guard let numbers = SessionRecord.read(connection) else { return }
        releaseAll()
        if let record = SessionRecord(decoding: numbers) {
            // The mark is missing if the session was killed before its change or after undoing
            // it, or if the layout has been set anew since.
            let modifiers = Modifiers(connection: connection, keyboard: self)
            if let keymap = DeviceKeymap(display, device: device), Self.isPrivate(keymap) {
                change(record.bindings)
                modifiers.lock(group: record.group)
            }
            modifiers.lock(record.unlocked)
        }
        SessionRecord.delete(connection)
        XSync(display, 0)
    }
}

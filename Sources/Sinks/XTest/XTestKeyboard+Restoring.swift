import CX11
import X11Connection

extension XTestKeyboard {
    /// Gives keys other meanings on this device.
    func change(_ bindings: [UInt8: KeyBinding]) {
        guard var keymap = DeviceKeymap(display, device: device) else { return }
        let known = bindings.filter { keymap.keys.contains($0.key) }
        keymap.change(known, display)
    }

    /// Restores the meanings of keys. False, without any change, if the keymap isn't the private
    /// one: another layout was set since, and stays.
    func restore(_ bindings: [UInt8: KeyBinding]) -> Bool {
        guard let keymap = DeviceKeymap(display, device: device), Self.isPrivate(keymap) else {
            return false
        }
        change(bindings)
        return true
    }

    /// Releases the keys that are held down by fake presses.
    func releaseAll() {
        for key in keysDown() { press(key, false) }
    }

    /// Undoes what a killed session left. Only while holding the claim: otherwise the record may
    /// belong to a running session.
    func restore(_ connection: XConnection) {
        guard let numbers = SessionRecord.read(connection) else { return }
        releaseAll()
        if let record = SessionRecord(decoding: numbers) {
            // The mark is missing if the session was killed before its change or after undoing it,
            // or if the layout was set again since.
            let modifiers = Modifiers(connection: connection, keyboard: self)
            if let keymap = DeviceKeymap(display, device: device), Self.isPrivate(keymap) {
                change(record.bindings)
                modifiers.lock(group: record.group)
            }
            modifiers.lock(record.unlocked)
            repeatsKeys = record.repeatsKeys
        }
        SessionRecord.delete(connection)
        XSync(display, 0)
    }
}

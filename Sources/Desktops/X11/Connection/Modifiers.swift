package import CX11
import LinuxRuntime
package import Problems

/// The modifier keys that the user holds or has locked.
package struct Modifiers {
    let connection: XConnection
    let keyboard: XTestKeyboard

    package init(connection: XConnection, keyboard: XTestKeyboard) {
        self.connection = connection
        self.keyboard = keyboard
    }

    /// How long the user gets to release the hotkey's modifiers.
    private static let timeout = Duration.milliseconds(500)

    /// The state of the core keyboard.
    package var state: XkbStateRec {
        var state = XkbStateRec()
        XkbGetState(connection.display, UInt32(XkbUseCoreKbd), &state)
        return state
    }

    /// The active group, 0 to 3.
    package var group: UInt8 { state.group }

    /// The group that the user has locked.
    package var lockedGroup: UInt8 { state.locked_group }

    /// Locks a group. The server discards a locked group while the keymap has fewer groups.
    package func lock(group: UInt8) {
        if lockedGroup != group {
            XkbLockGroup(connection.display, UInt32(XkbUseCoreKbd), UInt32(group))
        }
    }

    /// Waits until held modifiers are released by the user, or else releases them. They aren't
    /// pressed again afterwards: if the user has let go in the meantime, they would stay down.
    ///
    /// - Returns: a remark for the user, if any was released.
    package func release() async throws(Interruption) -> Problem? {
        guard state.base_mods != 0 else { return nil }
        try await waitForRelease()
        guard state.base_mods != 0 else { return nil }

        var bits = [CChar](repeating: 0, count: 32)
        XQueryKeymap(connection.display, &bits)
        let down = bits.withUnsafeBytes { XTestKeyboard.keys(in: $0) }
        do throws(Problem) {
            let keymap = try keyboard.keymap()
            for key in down where keymap.keys.contains(key) && keymap.modifiers(of: key) != 0 {
                keyboard.press(key, false)
            }
        } catch { throw .problem(error) }
        try await connection.roundTrip()
        if state.base_mods != 0 {
            throw .problem(
                Problem(
                    "cannot type while a modifier key is held",
                    why: "Shift, Ctrl, Alt or Super is down and cannot be released",
                    remedy: "Let go of it."))
        }
        return Problem(
            "released a modifier key", why: "it was held when text was to be typed",
            remedy: "Press it again for shortcuts.")
    }

    private func waitForRelease() async throws(Interruption) {
        let (display, core) = (connection.display, UInt32(XkbUseCoreKbd))
        let (events, details) = (UInt32(XkbStateNotify), UInt(XkbModifierBaseMask))
        XkbSelectEventDetails(display, core, events, details, details)
        defer { XkbSelectEventDetails(display, core, events, details, 0) }
        // Read only after the event selection, or a release in between would be missed.
        guard state.base_mods != 0 else { return }
        _ = try await connection.event(within: Self.timeout, cancellable: true) {
            $0.type == connection.xkbEvents && state.base_mods == 0
        }
    }

    /// The locked modifiers that would change the meaning of keys, above all Caps Lock; not Num
    /// Lock.
    package var disturbingLocks: UInt8 {
        state.locked_mods & ~numLock
    }

    /// Num Lock's modifier, as a mask.
    package var numLock: UInt8 {
        // Xlib caches the modifier map, so this is no request to the server.
        UInt8(truncatingIfNeeded: XkbKeysymToModifiers(connection.display, UInt(XK_Num_Lock)))
    }

    /// Unlocks these, and clears latches (sticky keys).
    package func unlock(_ mask: UInt8) {
        let (display, core) = (connection.display, UInt32(XkbUseCoreKbd))
        XkbLatchModifiers(display, core, 0xFF, 0)
        if mask != 0 { XkbLockModifiers(display, core, UInt32(mask), 0) }
    }

    package func lock(_ mask: UInt8) {
        guard mask != 0 else { return }
        XkbLockModifiers(
            connection.display, UInt32(XkbUseCoreKbd), UInt32(mask), UInt32(mask))
    }
}

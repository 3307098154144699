import CWayland
package import KeyStrokes
import LinuxRuntime
import WaylandClient

/// The locks and held modifiers of KWin's keyboard (org_kde_kwin_keystate). After a round trip they
/// are current.
package final class KeyStates {
    /// org_kde_kwin_keystate*.
    private let manager: OpaquePointer
    // Kept alive until the proxy is destroyed.
    private let globals: WaylandGlobals
    private var states: [UInt32: UInt32] = [:]
    /// Called on each change.
    package var changed: () -> Void = {}

    /// Nil if KWin has no such protocol, or not for this connection.
    init?(_ globals: WaylandGlobals) {
        guard let manager = globals.bindKeyStates() else { return nil }
        self.globals = globals
        self.manager = manager
        // Unretained: the deinit destroys the proxy that holds the pointer.
        org_kde_kwin_keystate_add_listener(
            manager, listener, Unmanaged.passUnretained(self).toOpaque())
        org_kde_kwin_keystate_fetchStates(manager)
    }

    deinit {
        if org_kde_kwin_keystate_get_version(manager)
            >= UInt32(ORG_KDE_KWIN_KEYSTATE_DESTROY_SINCE_VERSION)
        {
            org_kde_kwin_keystate_destroy(manager)
        } else {
            wl_proxy_destroy(manager)
        }
    }

    package var locks: KeyboardLocks {
        var locks: KeyboardLocks = []
        if isLocked(ORG_KDE_KWIN_KEYSTATE_KEY_CAPSLOCK) { locks.insert(.caps) }
        if isLocked(ORG_KDE_KWIN_KEYSTATE_KEY_NUMLOCK) { locks.insert(.num) }
        return locks
    }

    /// The name of a modifier that is held, or latched by sticky keys; nil if none is, or if it is
    /// unknown: KWin reports them since version 5 of the protocol, which KWin 6 has.
    package var heldModifier: String? {
        Self.modifiers.first { key, _ in
            states[key.rawValue, default: 0] != ORG_KDE_KWIN_KEYSTATE_STATE_UNLOCKED.rawValue
        }?.name
    }

    private static let modifiers = [
        (ORG_KDE_KWIN_KEYSTATE_KEY_SHIFT, name: "Shift"),
        (ORG_KDE_KWIN_KEYSTATE_KEY_CONTROL, name: "Ctrl"),
        (ORG_KDE_KWIN_KEYSTATE_KEY_ALT, name: "Alt"),
        (ORG_KDE_KWIN_KEYSTATE_KEY_ALTGR, name: "AltGr"),
        (ORG_KDE_KWIN_KEYSTATE_KEY_META, name: "Super"),
    ]

    private func isLocked(_ key: org_kde_kwin_keystate_key) -> Bool {
        states[key.rawValue] == ORG_KDE_KWIN_KEYSTATE_STATE_LOCKED.rawValue
    }

    fileprivate func set(_ key: UInt32, _ state: UInt32) {
        states[key] = state
        changed()
    }
}

// nonisolated(unsafe): written once, by its initialiser, then only read, by libwayland.
nonisolated(unsafe) private let listener: UnsafePointer<org_kde_kwin_keystate_listener> = {
    let listener = UnsafeMutablePointer<org_kde_kwin_keystate_listener>.allocate(capacity: 1)
    listener.initialize(
        to: org_kde_kwin_keystate_listener(
            stateChanged: { states, _, key, state in
                Unmanaged<KeyStates>.fromOpaque(states!).takeUnretainedValue().set(key, state)
            }))
    return UnsafePointer(listener)
}()

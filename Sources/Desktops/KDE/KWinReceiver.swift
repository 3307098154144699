import DesktopParts
import KeyStrokes
import LinuxRuntime
import Problems

/// KWin on Wayland: reports over D-Bus the input devices that it has opened (KWin's
/// org.kde.KWin.InputDeviceManager), and the layouts with the active one.
final class KWinReceiver: KeyboardReceiver {
    let name = "KWin"
    private let bus: MessageBus
    private let layouts: LayoutSearch
    private let compose: ComposeTable
    /// $XDG_RUNTIME_DIR.
    private let folder: String?
    private var focus: KWinFocusWatch?

    init(_ bus: MessageBus, _ layouts: LayoutSearch, folder: String?) throws(Problem) {
        self.folder = folder
        self.bus = bus
        self.layouts = layouts
        compose = try ComposeTable()
    }

    func beginWatching() {}

    func waitUntilOpened(_ node: String, within limit: Duration) async throws {
        let kernelName = node.split(separator: "/").last.map(String.init) ?? node
        do {
            try await poll(node, within: limit) {
                let names = try await bus.property(
                    "org.kde.KWin", "/org/kde/KWin/InputDevice",
                    "org.kde.KWin.InputDeviceManager", "devicesSysNames")
                return names.elements?.contains(.string(kernelName)) == true
            }
        } catch let error as BusError {
            throw Problem(
                "cannot ask KWin for its keyboards", why: reason(of: error),
                remedy: "Check that DBUS_SESSION_BUS_ADDRESS belongs to the session.")
        }
    }

    func activeLayout(lights: KeyboardLocks) async throws -> ActiveLayout {
        let active = try await layouts.active()
        return ActiveLayout(
            keymap: active.keymap, group: active.group, locks: lights, compose: compose,
            source: active.source)
    }

    /// A KWin that runs no scripts doesn't report the focus.
    func beginTyping() async throws {
        focus = try? await KWinFocusWatch.begin(on: bus, folder: folder)
        try Task.checkCancellation()
    }

    func checkFocus() async throws { try await focus?.check() }

    func endTyping() {
        focus?.end()
        focus = nil
    }

    /// KWin handles its input and the bus in one thread, so its answer shows that it is not busy
    /// with earlier input.
    func catchUp(after releases: Int) async throws {
        do {
            _ = try await bus.call(
                "org.kde.KWin", "/org/kde/KWin/InputDevice", "org.freedesktop.DBus.Peer", "Ping",
                within: .seconds(10))
        } catch let error as BusError {
            throw Problem("typing stopped", why: "KWin does not answer: \(reason(of: error))")
        }
        try await checkFocus()
    }

    func isGone() async -> Bool { !bus.isOpen }
}

import KeyStrokes
import LinuxRuntime

/// A receiver that can't be asked about its keyboards: the Linux console, or a compositor without
/// such an interface. The layout comes from other sources.
final class SessionReceiver: KeyboardReceiver {
    let name: String
    private let layouts: LayoutSearch
    private let compose: ComposeTable
    private let isConsole: Bool

    init(name: String, layouts: LayoutSearch, compose: ComposeTable, isConsole: Bool = false) {
        self.name = name
        self.layouts = layouts
        self.compose = compose
        self.isConsole = isConsole
    }

    func beginWatching() {}

    /// The kernel's console opens a keyboard before this process gets it. A compositor is notified
    /// by udev and doesn't report when it has opened the keyboard; on an emulated machine, many
    /// times slower than a real one, Xorg took 0.2 s and sway 0.8 to 1.5 s.
    func waitUntilOpened(_ node: String, within limit: Duration) async throws {
        if !isConsole { try await EventLoop.shared.sleep(for: .seconds(1)) }
    }

    func activeLayout(lights: KeyboardLocks) async throws -> ActiveLayout {
        let active = try await layouts.active()
        return ActiveLayout(
            keymap: active.keymap, group: active.group, locks: lights, compose: compose,
            source: active.source)
    }

    func beginTyping() {}

    /// Only the typing pace gives it time to read.
    func catchUp(after releases: Int) {}
}

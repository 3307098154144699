import Dictation
import KeyStrokes
import LinuxRuntime

/// A receiver that cannot be asked about its keyboards: the Linux console, or a compositor
/// without a way to tell them. Others know its layout.
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

    /// The kernel's console opens a keyboard before its maker knows of it. A compositor has been
    /// told by udev and says nothing; on an emulated machine, many times slower than a real one,
    /// Xorg has taken 0.2 s and sway 0.8 to 1.5 s from the device to its use.
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

    /// Only the pace leaves it time.
    func catchUp(after releases: Int) {}
}

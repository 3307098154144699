import Dictation
import KeyStrokes
import LinuxRuntime

/// A receiver that cannot be asked: the Linux console, or a compositor without a way to tell its
/// layout. The layout is the one that is configured.
final class ConfiguredReceiver: KeyboardReceiver {
    let name: String
    private let keymap: Keymap
    private let compose: ComposeTable
    private let isConsole: Bool

    init(
        name: String, layout: LayoutNames, compose: ComposeTable, isConsole: Bool = false
    ) throws(Problem) {
        self.name = name
        self.compose = compose
        self.isConsole = isConsole
        keymap = try Keymap(layout)
    }

    func beginWatching() {}

    /// The kernel's console opens a keyboard before its maker knows of it. A compositor has been
    /// told by udev and says nothing; on an emulated machine, many times slower than a real one,
    /// Xorg has taken 0.2 s and sway 0.8 to 1.5 s from the device to its use.
    func waitUntilOpened(_ node: String, within limit: Duration) async throws {
        if !isConsole { try await EventLoop.shared.sleep(for: .seconds(1)) }
    }

    func activeLayout(lights: KeyboardLocks) -> ActiveLayout {
        ActiveLayout(keymap: keymap, group: 0, locks: lights, compose: compose)
    }

    func catchUp() {}
}

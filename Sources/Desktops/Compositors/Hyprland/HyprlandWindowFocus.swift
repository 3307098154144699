import DesktopParts
package import Dictation
import DictationParts
import LinuxRuntime
package import Problems

/// The focus of Hyprland (wiki.hypr.land, "IPC").
package final class HyprlandWindowFocus: WindowFocus, ScreenLock {
    package let name = "Hyprland"
    private let connection: HyprlandConnection

    /// - Parameters:
    ///   - instance: $HYPRLAND_INSTANCE_SIGNATURE.
    ///   - runtime: $XDG_RUNTIME_DIR.
    ///   - timeout: how long an answer may take.
    package init(instance: String, runtime: String, timeout: Duration = .seconds(5)) {
        connection = HyprlandConnection(
            instance: instance, runtime: runtime, timeout: timeout)
    }

    package func focusedWindow() async throws(Problem) -> DesktopWindow? {
        try await Problem.of("cannot ask Hyprland for the focused window") {
            let window = try await connection.ask("j/activewindow")
            guard let address = window["address"]?.string else { return nil }
            return DesktopWindow(
                identifier: address, classes: [window["class"], window["initialClass"]],
                title: window["title"], process: window["pid"])
        }
    }

    package func focus(_ window: DesktopWindow) async throws(Problem) {
        let what = "cannot give \(window.name) the focus"
        try await Problem.of(what) {
            try await connection.dispatch("focuswindow address:\(window.identifier)")
        }
        // Its “ok” comes before the change, and even if a rule of the user's forbids it.
        guard try await focusedWindow()?.isSame(as: window) == true else {
            throw Problem(what, why: "Hyprland did not do it")
        }
    }

    /// Nil in older versions, which don't report it.
    package func lock() async throws(Problem) -> String? {
        let answer = try await connection.askIfKnown("j/locked")
        return answer?["locked"] == .bool(true) ? "the screen is locked" : nil
    }

    package func close() {}
}

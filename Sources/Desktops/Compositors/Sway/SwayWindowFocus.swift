import DesktopParts
package import Dictation
import DictationParts
import LinuxRuntime
package import Problems

/// The focus of sway (sway-ipc(7)).
package final class SwayWindowFocus: WindowFocus, ScreenLock {
    package let name = "sway"
    private let socket: String
    private let timeout: Duration

    /// - Parameters:
    ///   - socket: $SWAYSOCK.
    ///   - timeout: how long an answer may take.
    package init(socket: String, timeout: Duration = .seconds(5)) {
        (self.socket, self.timeout) = (socket, timeout)
    }

    package func focusedWindow() async throws(Problem) -> DesktopWindow? {
        try await Problem.of("cannot ask sway for the focused window") {
            let tree = try await SwayConnection(socket, timeout: timeout).request(.tree)
            return tree.focusedWindow.map(Self.window)
        }
    }

    package func focus(_ window: DesktopWindow) async throws(Problem) {
        try await Problem.of("cannot give \(window.name) the focus") {
            let answer = try await SwayConnection(socket, timeout: timeout)
                .request(.command, "[con_id=\(window.identifier)] focus")
            guard answer.array?.first?["success"] == .bool(true) else {
                throw Problem(
                    "cannot give \(window.name) the focus",
                    why: answer.array?.first?["error"]?.string ?? "sway refused it")
            }
        }
    }

    /// Keys go nowhere while an empty workspace has the focus. While nothing has it, a menu or a
    /// locker takes them.
    package func lackOfReceiver() async -> Problem? {
        guard let tree = try? await SwayConnection(socket, timeout: timeout).request(.tree),
            tree.hasFocus, tree.focusedWindow == nil
        else { return nil }
        return .noReceiver
    }

    /// Without a window, a workspace has the focus. Nothing has the focus while a locker, or a
    /// menu, takes all keys; sway doesn't report which.
    package func lock() async throws(Problem) -> String? {
        let tree = try await SwayConnection(socket, timeout: timeout).request(.tree)
        if tree.hasFocus { return nil }
        return "no window gets the keys: the screen is locked, or a menu is open"
    }

    package func close() {}

    private static func window(_ node: JSONValue) -> DesktopWindow {
        let old = node["window_properties"]
        return DesktopWindow(
            identifier: node["id"]?.number.map { String(Int($0)) } ?? "",
            classes: [node["app_id"], old?["class"], old?["instance"]], title: node["name"],
            process: node["pid"])
    }
}

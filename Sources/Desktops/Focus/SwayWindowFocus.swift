import CompositorConnection
public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems

/// The focus of sway (sway-ipc(7)).
public final class SwayWindowFocus: WindowFocus, ScreenLock {
    public let name = "sway"
    private let socket: String
    private let patience: Duration

    /// - Parameters:
    ///   - socket: $SWAYSOCK.
    ///   - patience: how long an answer may take.
    public init(socket: String, patience: Duration = .seconds(5)) {
        (self.socket, self.patience) = (socket, patience)
    }

    public func focusedWindow() async throws(Problem) -> DesktopWindow? {
        try await Problem.of("cannot ask sway for the focused window") {
            let tree = try await SwayConnection(socket, patience: patience).request(.tree)
            return tree.focusedWindow.map(Self.window)
        }
    }

    public func focus(_ window: DesktopWindow) async throws(Problem) {
        try await Problem.of("cannot give \(window.name) the focus") {
            let answer = try await SwayConnection(socket, patience: patience)
                .request(.command, "[con_id=\(window.identifier)] focus")
            guard answer.array?.first?["success"] == .bool(true) else {
                throw Problem(
                    "cannot give \(window.name) the focus",
                    why: answer.array?.first?["error"]?.string ?? "sway refused it")
            }
        }
    }

    /// Without a window, a workspace has the focus. Nothing has the focus while a locker, or a
    /// menu, takes all keys; sway doesn't report which.
    public func lock() async throws(Problem) -> String? {
        let tree = try await SwayConnection(socket, patience: patience).request(.tree)
        if tree.hasFocus { return nil }
        return "no window gets the keys: the screen is locked, or a menu is open"
    }

    public func close() {}

    private static func window(_ node: JSONValue) -> DesktopWindow {
        let old = node["window_properties"]
        let names = [node["app_id"]?.string, old?["class"]?.string, old?["instance"]?.string]
        return DesktopWindow(
            identifier: node["id"]?.number.map { String(Int($0)) } ?? "",
            classes: names.compactMap(\.self).filter { !$0.isEmpty },
            title: node["name"]?.string ?? "",
            program: node["pid"]?.number.flatMap { Executable.path(of: Int32($0)) })
    }
}

import CompositorConnection
public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems

/// The focus of Hyprland (wiki.hypr.land, "IPC").
public final class HyprlandWindowFocus: WindowFocus, ScreenLock {
    public let name = "Hyprland"
    private let connection: HyprlandConnection

    /// - Parameters:
    ///   - instance: $HYPRLAND_INSTANCE_SIGNATURE.
    ///   - runtime: $XDG_RUNTIME_DIR.
    ///   - patience: how long an answer may take.
    public init(instance: String, runtime: String, patience: Duration = .seconds(5)) {
        connection = HyprlandConnection(
            instance: instance, runtime: runtime, patience: patience)
    }

    public func focusedWindow() async throws(Problem) -> DesktopWindow? {
        try await Problem.of("cannot ask Hyprland for the focused window") {
            let window = try await connection.ask("j/activewindow")
            guard let address = window["address"]?.string else { return nil }
            let names = [window["class"]?.string, window["initialClass"]?.string]
            return DesktopWindow(
                identifier: address, classes: names.compactMap(\.self).filter { !$0.isEmpty },
                title: window["title"]?.string ?? "",
                program: window["pid"]?.number.flatMap { Executable.path(of: Int32($0)) })
        }
    }

    public func focus(_ window: DesktopWindow) async throws(Problem) {
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
    public func lock() async throws(Problem) -> String? {
        let answer = try await connection.askIfKnown("j/locked")
        return answer?["locked"] == .bool(true) ? "the screen is locked" : nil
    }

    public func close() {}
}

package import DesktopParts
package import DictationParts
package import KeyStrokes

/// Hyprland.
package final class HyprlandDesktop: Desktop {
    package let isWayland = true
    package let pace = TypingPace.answered
    private let instance: String
    private let runtime: String
    private let windows: HyprlandWindowFocus
    package let sessionStart: SessionStart?

    /// Nil in another session.
    package init?(_ environment: SessionEnvironment) {
        guard environment["WAYLAND_DISPLAY"] != nil,
            let instance = environment["HYPRLAND_INSTANCE_SIGNATURE"]
        else { return nil }
        self.instance = instance
        runtime = environment["XDG_RUNTIME_DIR"] ?? ""
        windows = HyprlandWindowFocus(instance: instance, runtime: runtime)
        sessionStart = SessionStart(
            "Hyprland", or: "\(environment.configuration)/hypr/hyprland.conf",
            keyword: "exec-once =",
            variables: [
                "WAYLAND_DISPLAY", "DISPLAY", "HYPRLAND_INSTANCE_SIGNATURE", "XDG_CURRENT_DESKTOP",
            ])
    }

    package var focus: (any WindowFocus)? { windows }
    package var lock: (any ScreenLock)? { windows }

    /// It tells the layout of each keyboard.
    package func keyboards(layout: LayoutNames?) throws -> any KeyboardReceiver {
        try CompositorReceiver(HyprlandKeyboards(instance: instance, runtime: runtime))
    }
}

import DesktopParts
import Dictation
import DictationParts
import LinuxRuntime
public import Settings

extension Settings {
    /// The settings for a dictation into the window that has the focus now.
    @EventLoopActor
    public func resolvedForFocus() async -> Settings {
        guard dependsOnWindow, let windows = Registry.desktop.focus else { return self }
        defer { windows.close() }
        return resolved(for: await windows.report(within: .seconds(1)).window).settings
    }
}

extension WindowFocus {
    /// The focused window, or unknown if the answer takes too long.
    @EventLoopActor
    func report(within limit: Duration) async -> FocusPolicy.Report {
        do {
            return .window(
                try await answer(to: "ask the desktop", within: limit) {
                    try await self.focusedWindow()
                })
        } catch {
            if !Task.isCancelled {
                Log.warning("the focused window is unknown: \(reason(of: error))")
            }
            return .unknown
        }
    }
}

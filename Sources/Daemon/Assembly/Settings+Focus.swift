import DesktopParts
public import Dictation
import DictationParts
import LinuxRuntime
import Session
public import Settings

extension Settings {
    /// The settings for a dictation into the window that has the focus now.
    @EventLoopActor
    public func resolvedForFocus() async -> Settings {
        guard dependsOnWindow else { return self }
        return resolved(for: await Self.focusedWindow()).settings
    }

    /// The window that has the focus now; nil if the desktop doesn't say.
    @EventLoopActor
    public static func focusedWindow() async -> DesktopWindow? {
        guard let windows = Registry.desktop.focus else { return nil }
        defer { windows.close() }
        return await windows.report(within: .seconds(1)).window
    }
}

import DesktopParts
import Dictation
import DictationParts
import LinuxRuntime
import Session
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

import DesktopParts
public import Dictation
import DictationParts
import LinuxRuntime
import Session
public import Settings

extension Settings {
    /// The settings for typing a text into the window that has the focus now, which is looked at
    /// only if it matters: that takes some 30 questions to the X server.
    @EventLoopActor
    public func resolvedForFocus(toType text: String) async -> Settings {
        guard dependOnWindow(toType: text) else { return self }
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

import Dictation
import Glibc
import LinuxRuntime
import SinkClipboardX11
import TestSupport
import Testing

@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("xclip", package: "xclip"),
    .needs("xfce4-clipman", package: "xfce4-clipman"),
    .needs("dbus-run-session", package: "dbus-daemon"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"))
struct ManagerTests {
    /// Waits until the CLIPBOARD_MANAGER selection has an owner.
    static let waiting = """
        import gi, time
        gi.require_version("Gdk", "3.0")
        from gi.repository import Gdk
        display = Gdk.Display.open("")
        while not display.supports_clipboard_persistence(): time.sleep(0.02)
        """

    @EventLoopActor @Test func aClipboardManagerInheritsAndLearnsNothing() async throws {
        let server = try await XServer()
        let manager = try server.start(
            [
                "env", "XDG_CONFIG_HOME=/nonexistent", "XDG_CACHE_HOME=/nonexistent",
                "dbus-run-session", "--", "xfce4-clipman",
            ])
        try await server.run("timeout", "180", "/usr/bin/python3", "-c", Self.waiting)
        let selections = Selections(server)
        // In a form that no history keeps: the manager can only get it by a hand-over.
        try await selections.copy(
            outputOf: "head -c 400001 /dev/urandom", as: "application/x-utter", to: .clipboard)
        let before = try await selections.contents(.clipboard)?["application/x-utter"]
        try #require(before?.count ?? 0 > 1_200_000)
        let window = try await XWindow(.xterm, on: server)
        let sink = X11ClipboardSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "dictated", lineBreaks: .keep))
        try await window.waitForText("dictated")
        #expect(try await selections.contents(.clipboard)?["application/x-utter"] == before)
        sink.close()
        #expect(try await selections.contents(.clipboard)?["application/x-utter"] == before)
        #expect(try await selections.text(.primary) != "dictated")
        #expect(manager.status == nil)
    }
}

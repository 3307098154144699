import Dictation
import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import DesktopGNOME

/// The extension's interface, mocked by python-dbusmock: it needs GNOME Shell itself.
@Suite(.runningLoop, .needsMessageBus) struct GNOMEFocusTests {
    @EventLoopActor @Test func theExtensionTells() async throws {
        let server = try await BusServer()
        let shell = try await server.mock(
            "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell")
        let focus = GNOMEWindowFocus(environment: server.environment)
        let disabled = await #expect(throws: Problem.self) { try await focus.focusedWindow() }
        #expect(disabled?.why.contains("utter-focus@utter.org isn’t enabled") == true)
        #expect(
            disabled?.fix?.commands.map(\.description)
                == ["gnome-extensions enable utter-focus@utter.org"])

        let windows = try await shell.addObject("/org/utter/WindowFocus", "org.utter.WindowFocus")
        func answer(_ window: String) async throws {
            try await windows.addMethod(
                "GetFocused", returns: "a{sv}", "ret = dbus.Dictionary(\(window), signature='sv')")
        }
        try await answer("{}")
        #expect(try await focus.focusedWindow() == nil)
        try await answer(
            """
            {'id': dbus.UInt64(1642687276), 'pid': dbus.Int32(\(getpid())), 'app': 'debian-xterm',
             'class': 'XTerm', 'instance': 'xterm', 'title': 'a title'}
            """)
        let window = try #require(try await focus.focusedWindow())
        #expect(window.identifier == "1642687276" && window.title == "a title")
        #expect(window.classes == ["debian-xterm", "XTerm", "xterm"])
        #expect(window.program == Executable.path(of: getpid()))
        // A program without a .desktop file, on Wayland.
        try await answer(
            """
            {'id': dbus.UInt64(7), 'pid': dbus.Int32(0), 'app': '', 'class': 'org.example.Writer',
             'instance': 'org.example.Writer', 'title': ''}
            """)
        let other = try #require(try await focus.focusedWindow())
        #expect(other.classes == ["org.example.Writer"] && !other.isSame(as: window))
        await #expect(throws: Problem.self) { try await focus.focus(window) }
        focus.close()
    }

    @EventLoopActor @Test func saysThatThereIsNoShell() async throws {
        let server = try await BusServer()
        let focus = GNOMEWindowFocus(environment: server.environment)
        let problem = await #expect(throws: Problem.self) { try await focus.focusedWindow() }
        #expect(problem?.what == "cannot ask GNOME for the focused window")
        #expect(problem?.fix == nil)
    }
}

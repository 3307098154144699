import DesktopParts
import KeyStrokes
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import DesktopKDE

@Suite(
    .runningLoop, .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"))
struct KDETests {
    /// KWin's interface, as its keyboard_layout.cpp exports it.
    @EventLoopActor private func kwin(_ server: BusServer) async throws -> BusMock {
        let mock = try await server.mock(
            "org.kde.keyboard", "/Layouts", "org.kde.KeyboardLayouts")
        try await mock.addMethod("getLayout", returns: "u", "ret = dbus.UInt32(1)")
        try await mock.addMethod(
            "getLayoutsList", returns: "a(sss)",
            "ret = [('us', '', 'Englisch (USA)'), ('de', 'DE', 'Deutsch')]")
        return mock
    }

    @EventLoopActor @Test func kwinTells() async throws {
        let server = try await BusServer()
        let root = try TestRoot()
        var environment = server.environment
        environment["XDG_CONFIG_HOME"] = root.path
        let source = KWinLayouts(try server.connect(), environment: environment)
        #expect(try await source.layout() == nil)
        let mock = try await kwin(server)
        #expect(try await source.layout()?.names?.setting == "us+de")
        #expect(try await source.layout()?.group == 1)
        try root.write(
            """
            [$Version]
            LayoutList=fr
            [Layout]
            DisplayNames=,DE
            LayoutList=us,de
            Options=grp:caps_toggle,compose:ralt
            Use=true
            VariantList=,nodeadkeys
            """, to: "kxkbrc")
        let layout = try #require(try await source.layout())
        #expect(layout.names?.setting == "us+de(nodeadkeys)")
        #expect(layout.names?.options == ["grp:caps_toggle", "compose:ralt"])
        // The file is of another time: its variants belong to other layouts.
        try root.write("[Layout]\nLayoutList=de,us\nVariantList=nodeadkeys,", to: "kxkbrc")
        #expect(try await source.layout()?.names?.setting == "us+de")
        try await mock.addMethod("getLayout", returns: "u", "ret = dbus.UInt32(4)")
        try await mock.addMethod(
            "getLayoutsList", returns: "a(sss)",
            "ret = [(name, '', name) for name in ('us', 'de', 'fr', 'ru', 'gr')]")
        #expect(try await source.layout()?.names?.setting == "gr")
        #expect(try await source.layout()?.group == 0)
    }

    @EventLoopActor @Test func kwinTellsWhenItHasOpenedTheKeyboard() async throws {
        let server = try await BusServer()
        _ = try await kwin(server)
        let devices = try await server.mock(
            "org.kde.KWin", "/org/kde/KWin/InputDevice", "org.kde.KWin.InputDeviceManager")
        try await devices.addProperty(
            "devicesSysNames", .array([.string("event0")], of: "s"))
        var environment = server.environment
        environment["WAYLAND_DISPLAY"] = "wayland-0"
        environment["XDG_CURRENT_DESKTOP"] = "KDE"
        let desktop = try #require(KDEDesktop(SessionEnvironment(environment)))
        let receiver = try await desktop.keyboards(layout: nil)
        #expect(receiver.name == "KWin")
        let problem = await #expect(throws: Problem.self) {
            try await receiver.waitUntilOpened("/dev/input/event7", within: .milliseconds(50))
        }
        #expect(problem?.what == "the virtual keyboard /dev/input/event7 is not ready")
        try await devices.setProperty(
            "devicesSysNames", .array([.string("event0"), .string("event7")], of: "s"))
        try await receiver.waitUntilOpened("/dev/input/event7", within: .seconds(180))
        let layout = try await receiver.activeLayout(lights: [])
        #expect(layout.keymap.groupName(layout.group) == "German")
        #expect(layout.source == "KWin")
        try await receiver.catchUp(after: 1)
        #expect(await !receiver.isGone())
        try await server.kill()
        await #expect(throws: (any Error).self) { try await receiver.catchUp(after: 1) }
        #expect(await receiver.isGone())
    }
}

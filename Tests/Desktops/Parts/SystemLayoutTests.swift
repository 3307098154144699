import KeyStrokes
import LinuxRuntime
import TestSupport
import Testing

@testable import DesktopParts

@Suite(.runningLoop) struct SystemLayoutTests {
    @Test func readsDebiansFile() throws {
        let root = try TestRoot([
            "etc/default/keyboard": """
            # comment
            XKBMODEL="pc105"
            XKBLAYOUT="de,us"
            XKBVARIANT="nodeadkeys,"
            XKBOPTIONS="grp:alt_shift_toggle,compose:menu"
            """
        ])
        let names = try #require(DebianConfigurationLayout(root: root.path).layout()?.names)
        #expect(names.setting == "de(nodeadkeys)+us")
        #expect(names.options == ["grp:alt_shift_toggle", "compose:menu"])
        #expect(names.model == "pc105")
    }

    @Test func readsWhatLocalectlWrote() throws {
        let root = try TestRoot([
            "etc/X11/xorg.conf.d/00-keyboard.conf": """
            Section "InputClass"
                    Identifier "system-keyboard"
                    Option "XkbLayout" "fr"
                    # Option "XkbLayout" "de"
                    Option "XkbVariant" "oss"
            EndSection
            """
        ])
        #expect(XorgConfigurationLayout(root: root.path).layout()?.names?.setting == "fr(oss)")
    }

    @Test func readsTheEnvironment() {
        let environment = ["XKB_DEFAULT_LAYOUT": "br", "XKB_DEFAULT_VARIANT": "nodeadkeys"]
        let layout = EnvironmentLayout(environment: environment).layout()
        #expect(layout?.names?.setting == "br(nodeadkeys)")
        #expect(EnvironmentLayout(environment: [:]).layout() == nil)
    }

    /// The order of the sources, from the last to the first.
    @EventLoopActor @Test func theNearestSourceWins() async throws {
        let root = try TestRoot()
        // No system bus is there: what localed would tell is told by its file.
        var environment = SessionEnvironment(
            ["WAYLAND_DISPLAY": "wayland-1", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/none"],
            root: root.path)
        var setting: LayoutNames?
        func active() async throws -> (name: String, source: String) {
            let receiver = try SessionReceiver(compositorOf: environment, layout: setting)
            let layout = try await receiver.activeLayout(lights: [])
            return (layout.keymap.groupName(layout.group), layout.source)
        }
        #expect(try await active() == ("English (US)", "nobody"))
        try root.write("XKBLAYOUT=de", to: "etc/default/keyboard")
        #expect(try await active() == ("German", root.path + "etc/default/keyboard"))
        let file = "etc/X11/xorg.conf.d/00-keyboard.conf"
        try root.write("Option \"XkbLayout\" \"fr\"", to: file)
        #expect(try await active() == ("French", root.path + file))
        environment.variables["XKB_DEFAULT_LAYOUT"] = "br"
        #expect(try await active() == ("Portuguese (Brazil)", "XKB_DEFAULT_LAYOUT"))
        setting = LayoutNames(setting: "gr")
        #expect(try await active() == ("Greek", "[output] layout"))
    }
}

@Suite(
    .runningLoop, .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"))
struct LocaleLayoutTests {
    @EventLoopActor @Test func localedTells() async throws {
        let server = try await BusServer()
        let service = "org.freedesktop.locale1"
        let source = LocaleLayout(environment: server.environment)
        // Nobody is there yet.
        #expect(try await source.layout() == nil)
        let mock = try await server.mock(service, "/org/freedesktop/locale1", service)
        try await mock.addProperty("X11Layout", .string("de,us"))
        try await mock.addProperty("X11Variant", .string("neo,"))
        try await mock.addProperty("X11Model", .string("pc105"))
        try await mock.addProperty("X11Options", .string("compose:caps"))
        let layout = try #require(try await source.layout())
        #expect(layout.names?.setting == "de(neo)+us")
        #expect(layout.names?.options == ["compose:caps"])
        try await mock.setProperty("X11Layout", .string(""))
        #expect(try await source.layout() == nil)
        try await server.kill()
        #expect(try await source.layout() == nil)
    }
}

import Glibc
import KeyStrokes
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import SinkUinput

/// Files below a temporary directory, removed with the object.
final class TestRoot {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        var template = Array("/tmp/utter-root-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template))) + "/"
        for (name, text) in files { try write(text, to: name) }
    }

    func write(_ text: String, to name: String) throws {
        var directory = path
        for part in name.split(separator: "/").dropLast() {
            directory += part + "/"
            mkdir(directory, 0o700)
        }
        let file = try FileDescriptor.open(
            FilePath(path + name), .writeOnly, options: [.create, .truncate],
            permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll(text.utf8) }
    }

    deinit {
        for name in [
            "etc/default/keyboard", "etc/X11/xorg.conf.d/00-keyboard.conf", "kxkbrc",
            "glib-2.0/settings/keyfile",
        ] { unlink(path + name) }
        for name in [
            "etc/default", "etc/X11/xorg.conf.d", "etc/X11", "etc", "glib-2.0/settings",
            "glib-2.0", "",
        ] { rmdir(path + name) }
    }
}

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
        #expect(XorgConfigurationLayout(root: root.path).layout()?.names.setting == "fr(oss)")
    }

    @Test func readsTheEnvironment() {
        let environment = ["XKB_DEFAULT_LAYOUT": "br", "XKB_DEFAULT_VARIANT": "nodeadkeys"]
        let layout = EnvironmentLayout(environment: environment).layout()
        #expect(layout?.names.setting == "br(nodeadkeys)")
        #expect(EnvironmentLayout(environment: [:]).layout() == nil)
    }

    /// The order of the sources, from the last to the first.
    @EventLoopActor @Test func theNearestSourceWins() async throws {
        let root = try TestRoot()
        // There is no system bus: localed's settings are read from its file.
        var settings = UinputSettings(environment: [
            "WAYLAND_DISPLAY": "wayland-1", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/none",
        ])
        settings.root = root.path
        func active() async throws -> (name: String, source: String) {
            let layout = try await settings.receiver().activeLayout(lights: [])
            return (layout.keymap.groupName(layout.group), layout.source)
        }
        #expect(try await active() == ("English (US)", "nobody"))
        try root.write("XKBLAYOUT=de", to: "etc/default/keyboard")
        #expect(try await active() == ("German", root.path + "etc/default/keyboard"))
        let file = "etc/X11/xorg.conf.d/00-keyboard.conf"
        try root.write("Option \"XkbLayout\" \"fr\"", to: file)
        #expect(try await active() == ("French", root.path + file))
        settings.environment["XKB_DEFAULT_LAYOUT"] = "br"
        #expect(try await active() == ("Portuguese (Brazil)", "XKB_DEFAULT_LAYOUT"))
        settings.layout = LayoutNames(setting: "gr")
        #expect(try await active() == ("Greek", "[output] layout"))
    }
}

@Suite(
    .runningLoop, .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"))
struct BusLayoutTests {
    @EventLoopActor @Test func localedTells() async throws {
        let server = try await BusServer()
        let service = "org.freedesktop.locale1"
        let source = LocaleLayout(environment: server.environment)
        // The service isn't there yet.
        #expect(try await source.layout() == nil)
        let mock = try await server.mock(service, "/org/freedesktop/locale1", service)
        try await mock.addProperty("X11Layout", .string("de,us"))
        try await mock.addProperty("X11Variant", .string("neo,"))
        try await mock.addProperty("X11Model", .string("pc105"))
        try await mock.addProperty("X11Options", .string("compose:caps"))
        let layout = try #require(try await source.layout())
        #expect(layout.names.setting == "de(neo)+us")
        #expect(layout.names.options == ["compose:caps"])
        try await mock.setProperty("X11Layout", .string(""))
        #expect(try await source.layout() == nil)
        try await server.kill()
        #expect(try await source.layout() == nil)
    }

    /// KWin's interface, as exported by its keyboard_layout.cpp.
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
        #expect(try await source.layout()?.names.setting == "us+de")
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
        #expect(layout.names.setting == "us+de(nodeadkeys)")
        #expect(layout.names.options == ["grp:caps_toggle", "compose:ralt"])
        // The file is outdated: its variants belong to other layouts.
        try root.write("[Layout]\nLayoutList=de,us\nVariantList=nodeadkeys,", to: "kxkbrc")
        #expect(try await source.layout()?.names.setting == "us+de")
        try await mock.addMethod("getLayout", returns: "u", "ret = dbus.UInt32(4)")
        try await mock.addMethod(
            "getLayoutsList", returns: "a(sss)",
            "ret = [(name, '', name) for name in ('us', 'de', 'fr', 'ru', 'gr')]")
        #expect(try await source.layout()?.names.setting == "gr")
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
        let receiver = try await UinputSettings(environment: environment).receiver()
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

@Suite(
    .runningLoop, .needs("gsettings", package: "libglib2.0-bin"),
    .needs(
        "/usr/share/glib-2.0/schemas/org.gnome.desktop.input-sources.gschema.xml",
        package: "gsettings-desktop-schemas"))
struct GNOMELayoutTests {
    @EventLoopActor @Test func itsSettingsTell() async throws {
        let root = try TestRoot()
        let environment = ["GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": root.path]
        let source = GNOMELayouts(environment: environment)
        func set(_ key: String, _ value: String) async throws {
            let run = try await ProgramRun(
                ["gsettings", "set", "org.gnome.desktop.input-sources", key, value],
                environment: environment.map { "\($0)=\($1)" })
            try #require(run.status == .exited(0), "\(run.errors)")
        }
        #expect(try await source.layout() == nil)
        try await set("sources", "[('xkb', 'fr'), ('xkb', 'de+nodeadkeys'), ('ibus', 'anthy')]")
        #expect(try await source.layout()?.names.setting == "fr")
        try await set("mru-sources", "[('xkb', 'de+nodeadkeys'), ('xkb', 'fr')]")
        try await set("xkb-options", "['compose:ralt', 'lv3:caps_switch']")
        let names = try #require(try await source.layout()?.names)
        #expect(names.setting == "de(nodeadkeys)")
        #expect(names.options == ["compose:ralt", "lv3:caps_switch"])
        try await set("mru-sources", "[('ibus', 'anthy'), ('xkb', 'fr')]")
        let problem = await #expect(throws: Problem.self) { try await source.layout() }
        #expect(problem?.what == "cannot type while the input source “anthy” is active")
    }

    @Test func readsAnyQuotes() throws {
        let settings = """
            org.gnome.desktop.input-sources mru-sources @a(ss) []
            org.gnome.desktop.input-sources sources [("xkb", "it's\\"")]
            """
        #expect(try GNOMELayouts.layout(settings)?.names.layouts.first?.name == "it's\"")
        #expect(try GNOMELayouts.layout("") == nil)
    }
}

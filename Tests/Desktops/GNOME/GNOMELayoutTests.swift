import DesktopParts
import KeyStrokes
import LinuxRuntime
import TestSupport
import Testing

@testable import DesktopGNOME

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
        #expect(try await source.layout()?.names?.setting == "fr")
        #expect(try await source.layout()?.inputMethod == nil)
        try await set("mru-sources", "[('xkb', 'de+nodeadkeys'), ('xkb', 'fr')]")
        try await set("xkb-options", "['compose:ralt', 'lv3:caps_switch']")
        let names = try #require(try await source.layout()?.names)
        #expect(names.setting == "de(nodeadkeys)")
        #expect(names.options == ["compose:ralt", "lv3:caps_switch"])
        try await set("mru-sources", "[('ibus', 'anthy'), ('xkb', 'fr')]")
        // The layout whose keys the input method has.
        let layout = try #require(try await source.layout())
        #expect(layout.inputMethod == "anthy")
        #expect(layout.names?.setting == "fr")
        try await set("mru-sources", "[('ibus', 'anthy')]")
        #expect(try await source.layout()?.names?.setting == "fr")
        try await set("sources", "[('ibus', 'anthy')]")
        #expect(try await source.layout()?.names?.setting == "us")
    }

    @Test func readsAnyQuotes() throws {
        let settings = """
            org.gnome.desktop.input-sources mru-sources @a(ss) []
            org.gnome.desktop.input-sources sources [("xkb", "it's\\"")]
            """
        #expect(GNOMELayouts.layout(settings)?.names?.layouts.first?.name == "it's\"")
        #expect(GNOMELayouts.layout("") == nil)
    }
}

import ControlProtocol
import LinuxRuntime
import OverlayDrawing
import TestSupport
import Testing

@testable import UtterOverlay

/// Light or dark as the desktop's portal says, also when that changes.
@Suite(
    .runningLoop, .needs("Xvfb", package: "xvfb"), .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"))
struct DesktopLookTests {
    @EventLoopActor @Test func followsTheDesktop() async throws {
        let bus = try await BusServer()
        let portal = try await bus.mock(
            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Settings")
        try await portal.addMethod(
            "Read", takes: "ss", returns: "v",
            "ret = dbus.UInt32(2) if args[1] == 'color-scheme' else dbus.String('Sans 10')")
        let display = try await XServer(program: ["Xvfb", "-screen", "0", "1280x800x24"])
        let address = try #require(bus.environment["DBUS_SESSION_BUS_ADDRESS"])
        let screen = try await Screen(
            on: display, environment: ["DBUS_SESSION_BUS_ADDRESS=\(address)"])
        screen.stage.publish(.recording)
        try await screen.wait(.light)
        try await portal.emit(
            "SettingChanged", "ssv",
            [
                .string("org.freedesktop.appearance"), .string("color-scheme"),
                .variant(.uint32(1)),
            ])
        try await screen.wait(.dark)
        try await portal.emit(
            "SettingChanged", "ssv",
            [
                .string("org.freedesktop.appearance"), .string("contrast"), .variant(.uint32(1)),
            ])
        try await screen.wait(.darkContrast)
    }

    @Test(arguments: [
        ("Cantarell 11", "Cantarell"), ("DejaVu Sans 10.5", "DejaVu Sans"), ("Sans", "Sans"),
        ("11", "11"), ("", ""),
    ])
    func aFontsSizeIsTheOverlaysOwn(_ description: String, _ family: String) {
        #expect(DesktopLook.family(description) == family)
    }
}

import DesktopParts
import DictationParts
import LinuxRuntime
import TestSupport
import Testing

@testable import Assembly

@Suite(.runningLoop) struct DesktopChoiceTests {
    @EventLoopActor
    @Test(arguments: [
        ("KDE", "", TypingPace.steady), ("ubuntu:GNOME", "", .steady),
        ("sway", "/run/sway", .answered), ("river", "", .measured),
    ])
    func isThatOfTheEnvironment(_ name: String, _ socket: String, _ pace: TypingPace) {
        let variables = ["XDG_CURRENT_DESKTOP": name, "SWAYSOCK": socket]
        func desktop(_ more: [String: String] = [:]) -> any Desktop {
            Registry.desktop(of: SessionEnvironment(variables.merging(more) { $1 }))
        }
        let onWayland = desktop(["WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"])
        #expect(onWayland.isWayland && onWayland.pace == pace)
        #expect((onWayland.focus != nil) == (name != "river"))
        #expect((onWayland.lock != nil) == (name == "sway"))
        #expect(onWayland.hasIBus == (name == "ubuntu:GNOME"))
        let console = desktop()
        #expect(!console.isWayland && console.pace == .console && console.focus == nil)
        // The server reads the keyboards, whatever the desktop.
        let onX = desktop(["DISPLAY": ":0"])
        #expect(!onX.isWayland && onX.pace == .answered && onX.focus?.name == "X11")
        #expect(!console.hasIBus && !onX.hasIBus)
    }
}

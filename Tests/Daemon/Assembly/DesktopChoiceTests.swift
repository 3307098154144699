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

    @EventLoopActor
    @Test(arguments: [
        ("KDE", ["kwin", "uinput", "clipboard"], ["kde", "portal"]),
        ("ubuntu:GNOME", ["ibus", "clipboard", "uinput"], ["portal"]),
        ("Budgie", usual, ["portal"]), ("sway", usual, ["portal"]),
    ])
    func answersWhatIsItsOwn(_ name: String, _ sinks: [String], _ hotkeys: [String]) {
        let variables = ["XDG_CURRENT_DESKTOP": name, "DISPLAY": ":0"]
        let wayland = SessionEnvironment(variables.merging(["WAYLAND_DISPLAY": "wayland-1"]) { $1 })
        let x11 = SessionEnvironment(variables)
        let console = SessionEnvironment(variables.filter { $0.key != "DISPLAY" })
        #expect(Registry.desktop(of: wayland).sinks == sinks)
        #expect(Registry.desktop(of: x11).sinks == ["xtest", "uinput", "clipboard"])
        for environment in [wayland, x11, console] {
            #expect(Registry.hotkeySources(of: environment) == hotkeys)
        }
    }

    private static let usual = ["input-method", "virtual-keyboard", "uinput", "clipboard"]
}

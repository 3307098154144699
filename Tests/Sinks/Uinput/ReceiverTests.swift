import Glibc
import KeyStrokes
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import SinkUinput

@Suite struct LayoutDescriptionsTests {
    @Test(arguments: [
        ("German", "de"), ("English (US)", "us"), ("German (no dead keys)", "de(nodeadkeys)"),
        ("English (US, intl., with dead keys)", "us(intl)"), ("Russian", "ru"),
    ])
    func knowsLayouts(_ description: String, _ setting: String) throws {
        let layout = try LayoutDescriptions().layout(description)
        #expect(LayoutNames([layout]).setting == setting)
    }

    /// A compositor's names of a keymap's groups lead back to the same keymap.
    @Test(arguments: ["us", "de", "fr", "fr(oss)", "us(intl)", "ru", "gr", "ch", "br", "cz", "gb"])
    func namesOfGroupsLeadBack(_ setting: String) throws {
        let keymap = try Keymap(try #require(LayoutNames(setting: setting)))
        let layout = try LayoutDescriptions().layout(keymap.groupName(0))
        #expect(LayoutNames([layout]).setting == setting)
    }

    @Test func saysWhatItDoesNotKnow() {
        #expect(throws: Problem.self) { try LayoutDescriptions().layout("Klingon") }
    }
}

@Suite(.runningLoop) struct UinputProblemTests {
    @Test func tellsTheRemedy() {
        let denied = UinputDevice.problem(.permissionDenied)
        #expect(denied.remedy.contains("udev/70-utter.rules"))
        #expect(denied.remedy.contains("log out and in"))
        let absent = UinputDevice.problem(.noSuchFileOrDirectory)
        #expect(absent.remedy.contains("modprobe uinput"))
    }

    @Test(arguments: [
        ("KDE", "", TypingPace.steady), ("ubuntu:GNOME", "", .steady), ("sway", "/run/sway", .answered),
        ("river", "", .measured),
    ])
    func suitsTheCompositor(_ desktop: String, _ socket: String, _ pace: TypingPace) {
        let variables = ["XDG_CURRENT_DESKTOP": desktop, "SWAYSOCK": socket]
        let onWayland = variables.merging(["WAYLAND_DISPLAY": "wayland-1"]) { $1 }
        #expect(UinputSettings(environment: onWayland).pace == pace)
        #expect(UinputSettings(environment: variables).pace == .console)
        let onX = variables.merging(["DISPLAY": ":0"]) { $1 }
        #expect(UinputSettings(environment: onX).pace == .answered)
    }

    @Test func holdsKeysAsConfigured() {
        var settings = UinputSettings(environment: ["DISPLAY": ":0"])
        settings.keyHold = .milliseconds(5)
        #expect(settings.pace == TypingPace(keyHold: .milliseconds(5), interval: .milliseconds(7)))
        settings.keyHold = .zero
        #expect(settings.pace == .answered)
        settings.environment = ["WAYLAND_DISPLAY": "wayland-0", "XDG_CURRENT_DESKTOP": "KDE"]
        #expect(settings.pace == .measured)
    }

    @EventLoopActor private func availability() -> Availability { UinputSink().availability() }

    /// The real file, whether it exists and may be used or not (in a container).
    @Test func asksTheRealFile() async throws {
        let isUsable = access(UinputDevice.file, R_OK | W_OK) == 0
        let availability = await availability()
        #expect((availability == .available) == isUsable)
        if !isUsable { #expect(try #require(availability.problem).remedy.count > 20) }
    }
}

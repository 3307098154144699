import DesktopParts
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import SinkUinput

@Suite(.runningLoop) struct UinputProblemTests {
    @Test func reportsTheRemedy() {
        let denied = UinputDevice.problem(.permissionDenied)
        #expect(denied.remedy.contains("udev/70-utter.rules"))
        #expect(denied.remedy.contains("log out and in"))
        let absent = UinputDevice.problem(.noSuchFileOrDirectory)
        #expect(absent.remedy.contains("modprobe uinput"))
    }

    @Test func holdsKeysAsConfigured() {
        var settings = UinputSettings()
        settings.keyHold = .milliseconds(5)
        #expect(
            settings.pace(.answered)
                == TypingPace(keyHold: .milliseconds(5), interval: .milliseconds(7)))
        settings.keyHold = .zero
        #expect(settings.pace(.answered) == .answered)
        #expect(settings.pace(.steady) == .measured)
    }

    @EventLoopActor private func availability() -> Availability {
        UinputSink(on: Desktops.console).availability()
    }

    /// The real file, where it isn't there (a container) or may not be used.
    @Test func asksTheRealFile() async throws {
        let isUsable = access(UinputDevice.file, R_OK | W_OK) == 0
        let availability = await availability()
        #expect((availability == .available) == isUsable)
        if !isUsable { #expect(try #require(availability.problem).remedy.count > 20) }
    }
}

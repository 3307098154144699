import ControlProtocol
import Foundation
import LinuxRuntime
import Problems
import TestSupport
import Testing

/// The hotkey from the keyboard to the microphone with an installed program and an ordinary user.
/// Needs udevd, which gives devices to their groups.
@Suite(.runningLoop, .serialized, .inGuest) struct GuestInstalledTests {
    private static let configuration = """
        [hotkey]
        dictate = "RightCtrl"
        [audio]
        device = "hw:Loopback,1"
        """

    @EventLoopActor @Test func theHelperWatchesForWhoeverMayNot() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let utter = try await InstalledUtter(configuration: Self.configuration)
        let finding = try await utter.doctor()
        #expect(
            finding == """
                ✓ hotkey: RightCtrl is watched by \(utter.helper), which notifies the daemon \
                of these keys only: no program of yours needs to read keyboards
                """)
        try await utter.start()
        try await utter.waitUntilWatched(keyboard) { utter.helpers }
        try await dictate(utter, keyboard)

        // The helper ends with the daemon.
        #expect(utter.helpers.count == 2)
        utter.daemon?.send(signal: 15)
        try await waitUntil("all end") { utter.daemon?.status != nil && utter.helpers.isEmpty }
        #expect(utter.daemon?.status == .exited(0))
    }

    /// Where the desktop does nothing with the chord, its letter arrives in the window.
    @EventLoopActor @Test func aKeyThatMayAlsoWriteIsWarnedOf() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let utter = try await InstalledUtter(
            configuration: Self.configuration.replacing("RightCtrl", with: "Super+h"))
        let finding = try await utter.doctor()
        #expect(
            finding == """
                ! hotkey: Super+H is watched by \(utter.helper), and “Super+H” may also \
                write its letter into the window, unless the desktop does something with it
                    Choose a key that writes nothing: utter config set hotkey.dictate Pause
                """)
        withExtendedLifetime(keyboard) {}
    }

    /// By the user's own right, and with a warning what that means.
    @EventLoopActor @Test func theHelperWithoutItsGroupWatchesForWhoeverMay() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let utter = try await InstalledUtter(
            configuration: Self.configuration, withGroup: false, groups: ["audio", "input"])
        let finding = try await utter.doctor()
        #expect(
            finding == """
                ! hotkey: RightCtrl is watched by \(utter.helper), since you may read keyboards: so \
                may every program of yours, and see what you type
                    Install it like this: sudo chgrp input \(utter.helper) && sudo chmod 2755 \
                \(utter.helper), on a file system that is not mounted nosuid.
                """)
        try await utter.start()
        try await utter.waitUntilWatched(keyboard) { utter.helpers }
        try await dictate(utter, keyboard)
        let daemon = try #require(utter.daemon).pid
        let opened = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon)/fd")
            .compactMap {
                try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/\(daemon)/fd/\($0)")
            }
        #expect(!opened.contains { $0.hasPrefix("/dev/input/") })
        utter.daemon?.send(signal: 15)
    }

    @EventLoopActor @Test func withoutTheRightItSaysWhatToDoAndObeysCommands() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let utter = try await InstalledUtter(
            configuration: Self.configuration, withGroup: false)
        let finding = try await utter.doctor()
        #expect(
            finding.hasPrefix("! hotkey: the hotkey helper \(utter.helper) may not read keyboards"))
        #expect(finding.contains("sudo chmod 2755 \(utter.helper)"))

        try await utter.start()
        let report = try await utter.wait(for: "the problem") { $0.hotkey.problem != nil }
        #expect(report.hotkey.problem?.what.contains("may not read keyboards") == true)
        try await utter.session.output("toggle")
        try await utter.wait(for: "the microphone") { $0.hearing }
        try await utter.session.output("toggle")
        try await utter.wait(for: "the end") {
            $0.state == .idle && $0.notice?.message == "No speech detected"
        }
        utter.daemon?.send(signal: 15)
        withExtendedLifetime(keyboard) {}
    }

    /// One tap starts, another stops.
    @EventLoopActor
    private func dictate(_ utter: InstalledUtter, _ keyboard: UinputKeyboard) async throws {
        keyboard.tap("KEY_RIGHTCTRL")
        try await utter.wait(for: "the microphone") { $0.hearing }
        keyboard.tap("KEY_RIGHTCTRL")
        let report = try await utter.wait(for: "the end") { $0.state == .idle && $0.notice != nil }
        #expect(report.notice?.message == "No speech detected")
        #expect(report.hotkey.problem == nil)
    }
}

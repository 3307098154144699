import ControlProtocol
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
                ✓ hotkey: RightCtrl is watched by \(InstalledUtter.helper), which notifies the daemon \
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
                ! hotkey: Super+H is watched by \(InstalledUtter.helper), and “Super+H” may also \
                write its letter into the window, unless the desktop does something with it
                    Choose a key that writes nothing: utter config set hotkey.dictate Pause
                """)
        withExtendedLifetime(keyboard) {}
    }

    @EventLoopActor @Test func withoutTheHelperTheDaemonWatchesIfItMay() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let utter = try await InstalledUtter(
            configuration: Self.configuration, withHelper: false, groups: ["audio", "input"])
        let finding = try await utter.doctor()
        #expect(
            finding == """
                ✓ hotkey: RightCtrl is watched by the daemon itself, which may read keyboards: so \
                may every program of yours, and see what you type
                """)
        try await utter.start()
        try await utter.waitUntilWatched(keyboard) { utter.daemon.map { [$0.pid] } ?? [] }
        #expect(utter.helpers.isEmpty)
        try await dictate(utter, keyboard)
        utter.daemon?.send(signal: 15)
    }

    @EventLoopActor @Test func withoutBothItSaysWhatToDoAndObeysCommands() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let utter = try await InstalledUtter(
            configuration: Self.configuration, withHelper: false)
        let finding = try await utter.doctor()
        #expect(finding.hasPrefix("! hotkey: cannot watch for RightCtrl: /dev/input/event"))
        #expect(finding.contains("\(keyboard.node) (keyboard of a person): Permission denied"))
        #expect(finding.contains("Install the hotkey helper (sudo make install)"))
        #expect(finding.contains("bind a key to “utter toggle”"))

        try await utter.start()
        let report = try await utter.wait(for: "the problem") { $0.hotkey.problem != nil }
        #expect(report.hotkey.problem?.what == "cannot watch for RightCtrl")
        try await utter.session.output("toggle")
        try await utter.wait(for: "the microphone") { $0.hearing }
        try await utter.session.output("toggle")
        try await utter.wait(for: "the end") {
            $0.state == .idle && $0.notice?.message == "No speech detected"
        }
        utter.daemon?.send(signal: 15)
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

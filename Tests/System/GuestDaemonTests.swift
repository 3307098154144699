import ControlProtocol
import Dictation
import LinuxRuntime
import TestSupport
import Testing

/// The path from where the person starts: a key on a keyboard of the kernel's, a sound card.
@Suite(.runningLoop, .serialized, .inGuest) struct GuestDaemonTests {
    @EventLoopActor @Test func theHotkeyStartsAndStopsADictation() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let session = try UtterSession(
            configuration: """
                [hotkey]
                dictate = "KEY_RIGHTCTRL"
                [audio]
                device = "hw:Loopback,1"
                """)
        let daemon = try await session.startDaemon()
        keyboard.tap("KEY_RIGHTCTRL")
        try await session.wait(for: "the microphone") { $0.hearing }
        keyboard.tap("KEY_RIGHTCTRL")
        let report = try await session.wait(for: "the end") { $0.state == .idle && $0.notice != nil }
        #expect(report.notice?.message == "No speech detected")
        #expect(report.hotkey.problem == nil)

        keyboard.unplug()
        try await session.output("start")
        try await session.wait(for: "the microphone again") { $0.hearing }
        try await session.output("cancel")
        daemon.send(signal: 15)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        #expect(daemon.status == .exited(0))
    }
}

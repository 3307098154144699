import ControlProtocol
import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// The path from the user's action: a key on a keyboard of the kernel, and a sound card.
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
        let report = try await session.wait(for: "the end") {
            $0.state == .idle && $0.notice != nil
        }
        #expect(report.notice?.message == "No speech detected")
        #expect(report.hotkey.problem == nil)

        keyboard.unplug()
        try await session.beginDictation()
        try await session.output("cancel")
        daemon.send(signal: 15)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        #expect(daemon.status == .exited(0))
    }

    /// A tap of RightCtrl starts a dictation, which silence ends.
    @EventLoopActor
    private func session(silenceLimit: String, bindings: String = "") throws -> UtterSession {
        try UtterSession(
            configuration: """
                [hotkey]
                dictate = "RightCtrl"
                mode = "auto"
                \(bindings)
                [audio]
                device = "hw:Loopback,1"
                silence_limit = "\(silenceLimit)"
                """)
    }

    /// A mouse button for push-to-talk, a chord to toggle, and Escape while there is something to
    /// cancel.
    @EventLoopActor @Test func eachBindingHasItsMode() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let mouse = try UinputKeyboard("mouse of a person", keys: ["BTN_LEFT", "BTN_SIDE"])
        let session = try session(
            silenceLimit: "1s",
            bindings: """
                [[hotkey.binding]]
                keys = "MouseBack"
                mode = "hold"
                [[hotkey.binding]]
                keys = "Super+F9"
                """)
        let daemon = try await session.startDaemon()
        defer { daemon.send(signal: 15) }
        let name = try await session.status().hotkey.name
        #expect(name == "RightCtrl, BTN_SIDE, Super+F9")

        // The silence is longer than its limit, but the button is held.
        mouse.press("BTN_SIDE")
        try await session.wait(for: "the microphone") { $0.hearing }
        try await EventLoop.shared.sleep(for: .milliseconds(1_500))
        #expect(try await session.status().state == .recording)
        mouse.release("BTN_SIDE")
        try await session.wait(for: "the end") { $0.state == .idle && $0.notice != nil }

        keyboard.press("KEY_LEFTMETA")
        keyboard.tap("KEY_F9")
        keyboard.release("KEY_LEFTMETA")
        try await session.wait(for: "the microphone") { $0.hearing }
        keyboard.tap("KEY_ESC")
        let report = try await session.wait(for: "cancelling") { $0.state == .idle }
        #expect(report.notice?.message == "Cancelled")

        // RightCtrl+C is not the hotkey, a tap of RightCtrl is.
        keyboard.press("KEY_RIGHTCTRL")
        keyboard.tap("KEY_C")
        keyboard.release("KEY_RIGHTCTRL")
        keyboard.tap("KEY_RIGHTCTRL")
        try await session.wait(for: "the microphone") { $0.hearing }
        try await session.wait(for: "silence") { $0.state == .idle && $0.notice != nil }
    }

    /// No part of a dictation depends on the time of day.
    @EventLoopActor @Test func theClockMayBeSetBack() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let session = try session(silenceLimit: "2s")
        let daemon = try await session.startDaemon()
        defer { daemon.send(signal: 15) }
        func setClock(_ days: Int) throws {
            var time = timespec()
            try check(clock_gettime(CLOCK_REALTIME, &time), "clock_gettime")
            time.tv_sec += days * 86_400
            try check(clock_settime(CLOCK_REALTIME, &time), "clock_settime")
        }
        keyboard.tap("KEY_RIGHTCTRL")
        try await session.wait(for: "the microphone") { $0.hearing }
        try setClock(-1)
        defer { try? setClock(1) }
        try await session.wait(for: "silence") { $0.state == .idle && $0.notice != nil }
        keyboard.tap("KEY_RIGHTCTRL")
        try await session.wait(for: "the microphone again") { $0.hearing }
        keyboard.tap("KEY_RIGHTCTRL")
        try await session.wait(for: "the end") { $0.state == .idle && $0.notice != nil }
    }

    @EventLoopActor @Test func showsWhatPressedKeysAreCalled() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let session = try UtterSession()
        let output = try TemporaryFile()
        let file = try FileDescriptor.open(FilePath(output.path), .writeOnly)
        let log = try FileDescriptor.open(FilePath(session.log.path), .writeOnly)
        let command = try ChildProcess(
            [UtterSession.program, "devices", "--keys", "--count", "3"],
            environment: session.environment, descriptors: [nil, file, log]
        ) { _ in }
        defer {
            try? file.close()
            try? log.close()
        }
        try await waitUntil("it reads") { session.log.text.contains("Press keys") }
        keyboard.press("KEY_LEFTMETA")
        keyboard.tap("KEY_F9")
        keyboard.release("KEY_LEFTMETA")
        keyboard.tap("KEY_RIGHTCTRL")
        try await waitUntil("it ends") { command.status != nil }
        #expect(command.status == .exited(0))
        #expect(
            output.text == """
                LeftSuper  (KEY_LEFTMETA, keyboard of a person)
                Super+F9  (KEY_F9, keyboard of a person)
                RightCtrl  (KEY_RIGHTCTRL, keyboard of a person)

                """)
    }
}

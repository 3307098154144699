import ControlProtocol
import Foundation
import Glibc
import HotkeyChords
import HotkeyHelper
import LinuxRuntime
import TestSupport
import Testing

/// The cost of the hotkey, for `make bench`, and that it wakes no process.
@Suite(.runningLoop, .serialized, .inGuest) struct GuestHotkeyCostTests {
    /// How often the key is pressed: `UTTER_HOTKEY_RUNS`, or a few times.
    private static let runs =
        ProcessInfo.processInfo.environment["UTTER_HOTKEY_RUNS"].flatMap { Int($0) } ?? 5

    /// From the kernel's time stamp of the key to the microphone's capture, and to the first
    /// samples in the daemon, as measured by the daemon.
    @EventLoopActor @Test(arguments: [false, true])
    func fromTheKeyToTheMicrophone(staysOpen: Bool) async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let utter = try await InstalledUtter(
            configuration: """
                [hotkey]
                dictate = "Scroll_Lock"
                [audio]
                device = "hw:Loopback,1"
                keep_open = \(staysOpen)
                [recognizer]
                engine = "command"
                command.command = ["true"]
                [overlay]
                enabled = false
                """)
        try await utter.start()
        defer { utter.daemon?.send(signal: 15) }
        try await utter.waitUntilWatched(keyboard) { utter.helpers }
        if staysOpen { try await Self.waitUntilPrepared() }

        // The daemon only talks to its own user.
        try #require(seteuid(InstalledUtter.userNumber) == 0)
        let client = try await utter.session.connect()
        try #require(seteuid(0) == 0)
        let events = try await client.subscribe(levels: false)
        var reactions: [Double] = []
        var openings: [Double] = []
        var isRecording = false
        keyboard.tap("KEY_SCROLLLOCK")
        for try await event in events {
            guard case .status(let report) = event else { continue }
            if report.state == .recording, report.hearing, !isRecording {
                isRecording = true
                reactions.append(try #require(report.timing?.reaction))
                openings.append(try #require(report.timing?.opening))
                keyboard.tap("KEY_SCROLLLOCK")
            } else if report.state == .idle, isRecording {
                isRecording = false
                if reactions.count == Self.runs { break }
                if staysOpen { try await Self.waitUntilPrepared() }
                keyboard.tap("KEY_SCROLLLOCK")
            }
        }
        try #require(reactions.count == Self.runs, "the daemon ended: \(utter.log)")
        let name = staysOpen ? "keep_open" : "opened at the press"
        print("hotkey: key to capture running, \(name): \(Self.summary(reactions))")
        print("hotkey: key to the first samples, \(name): \(Self.summary(openings))")
        // Nothing is captured before the key, and samples arrive after they were captured.
        #expect(reactions.allSatisfy { $0 > 0 })
        #expect(zip(reactions, openings).allSatisfy { $0 < $1 })
    }

    /// Waits until the card is open but not capturing.
    @EventLoopActor private static func waitUntilPrepared() async throws {
        try await waitUntil("the microphone is ready") {
            let path = "/proc/asound/Loopback/pcm1c/sub0/status"
            let status = try? String(contentsOfFile: path, encoding: .utf8)
            return status?.contains("PREPARED") == true
        }
    }

    /// - Parameter times: in ms.
    private static func summary(_ times: [Double]) -> String {
        let sorted = times.sorted()
        return "median \(sorted[sorted.count / 2]) ms, p99 \(sorted[sorted.count * 99 / 100]) ms"
    }

    /// Three keyboards are plugged in, then one of them is typed on: both cost the helper and the
    /// daemon nothing.
    @EventLoopActor @Test func keyboardsCostNothing() async throws {
        let keyboards = try (1...3).map { try UinputKeyboard("keyboard \($0)") }
        let utter = try await InstalledUtter(
            configuration: """
                [hotkey]
                dictate = "RightCtrl"
                mode = "auto"
                [[hotkey.binding]]
                keys = "Super+F9"
                """)
        try await utter.start()
        defer { utter.daemon?.send(signal: 15) }
        for keyboard in keyboards {
            try await utter.waitUntilWatched(keyboard) { utter.helpers }
        }
        let processes = utter.helpers + [try #require(utter.daemon).pid]
        try #require(processes.count == 3)
        for process in processes { try await ProcessActivity.expectSleep(of: process) }
        func switches() -> Int {
            processes.map { ProcessActivity.contextSwitches($0) }.reduce(0, +)
        }

        // Letters cause no wake-up. Modifiers do, since another one makes another chord.
        let before = switches()
        try await Self.type(500, on: keyboards[0], capitals: false)
        #expect(switches() == before)

        // At 10 keys a second, which is 120 words a minute, these are 50 s of typing.
        let start = try processes.map { try Self.runTime($0) }
        try await Self.type(500, on: keyboards[0], capitals: true)
        let shares = try zip(processes, start).map { process, start in
            Double(try Self.runTime(process) - start) / 50e9 * 100
        }
        let total = (shares.reduce(0, +) * 1000).rounded() / 1000
        print(
            "hotkey: three idle keyboards: no context switches; while somebody types "
                + "10 keys a second, helper and daemon: \(total) % of a core (promised: at most 0.5 %)"
        )
    }

    /// Types letters, optionally with every 20th as a capital: Shift is pressed and released by
    /// separate events.
    @EventLoopActor
    private static func type(
        _ count: Int, on keyboard: UinputKeyboard, capitals: Bool
    ) async throws {
        let letters: [UInt16] = Array(16...25) + Array(30...38) + Array(44...50)
        for number in 0..<count {
            let isCapital = capitals && number % 20 == 0
            if isCapital {
                keyboard.press("KEY_LEFTSHIFT")
                try await EventLoop.shared.sleep(for: .milliseconds(20))
            }
            keyboard.tap(KeyNames.evdev.kernelName(of: letters[number % letters.count]))
            if isCapital { keyboard.release("KEY_LEFTSHIFT") }
            try await EventLoop.shared.sleep(for: .milliseconds(isCapital ? 20 : 1))
        }
    }

    /// Nanoseconds that all its threads ran, in user and kernel mode (the kernel's
    /// Documentation/scheduler/sched-stats.rst).
    private static func runTime(_ pid: Int32) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").map { thread in
            let text = try String(
                contentsOfFile: "/proc/\(pid)/task/\(thread)/schedstat", encoding: .utf8)
            return try #require(text.split(separator: " ").first.flatMap { Int($0) })
        }.reduce(0, +)
    }
}

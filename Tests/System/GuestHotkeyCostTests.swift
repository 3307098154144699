import AudioALSA
import ControlProtocol
import Dictation
import Foundation
import HotkeyChords
import HotkeyEvdev
import LinuxRuntime
import TestSupport
import Testing

/// What the hotkey costs, for `make bench`, and that it wakes nobody.
@Suite(.runningLoop, .serialized, .inGuest) struct GuestHotkeyCostTests {
    /// From the kernel's stamp on the key to samples of the microphone: with the device opened
    /// at the press, as the daemon does it, and beside it with a device that is open already.
    @EventLoopActor @Test func fromTheKeyToTheFirstSamples() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let hotkey = EvdevHotkey(chords: [try HotkeyChord("Scroll_Lock", names: .evdev)])
        let microphone = ALSAMicrophone("hw:Loopback,1")
        var pressed: Instant?
        var heard: Instant?
        var isOpen = false
        func hear(_ event: AudioEvent) {
            switch event {
            case .samples:
                isOpen = true
                if pressed != nil, heard == nil { heard = .now }
            case .failed(let problem): Issue.record("\(problem)")
            default: break
            }
        }
        var opensAtPress = false
        hotkey.start { event in
            guard case .pressed(_, let at) = event else { return }
            pressed = at
            if opensAtPress { microphone.start { hear($0) } }
        }
        // The first presses may come before the device is known.
        try await waitUntil("the keyboard is watched") {
            keyboard.tap("KEY_SCROLLLOCK")
            return pressed != nil
        }
        // Until the last of them has been read.
        var last = pressed
        repeat {
            last = pressed
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        } while last != pressed

        for (name, atPress) in [("opened at the press", true), ("kept open", false)] {
            opensAtPress = atPress
            if !atPress {
                isOpen = false
                microphone.start { hear($0) }
                try await waitUntil("the microphone") { isOpen }
            }
            var delays: [Int64] = []
            for _ in 0..<50 {
                pressed = nil
                heard = nil
                keyboard.press("KEY_SCROLLLOCK")
                try await waitUntil("samples") { heard != nil }
                delays.append(try #require(pressed).duration(to: heard!).nanoseconds / 1000)
                if atPress { microphone.stop() }
                keyboard.release("KEY_SCROLLLOCK")
                try await EventLoop.shared.sleep(for: .milliseconds(3))
            }
            if !atPress { microphone.stop() }
            delays.sort()
            print("hotkey: key to first samples, microphone \(name): "
                + "median \(delays[25]) µs, p99 \(delays[49]) µs")
            // Samples that came before the key would be of an earlier round.
            #expect(delays[0] > 0)
        }
        hotkey.stop()
    }

    /// Three keyboards lie there, then somebody types on one of them: neither is anything to the
    /// helper and the daemon.
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
        for process in processes { try await IdleTests.waitUntilQuiet(process) }
        func switches() throws -> Int {
            try processes.map { try IdleTests.contextSwitches($0) }.reduce(0, +)
        }
        let before = try switches()
        try await EventLoop.shared.sleep(for: .seconds(10))
        let idle = try switches() - before
        #expect(idle == 0)

        // Letters wake nobody. Modifiers do, for another one makes another chord.
        try await Self.type(500, on: keyboards[0], capitals: false)
        #expect(try switches() == before)

        // At 10 keys a second, which is 120 words a minute, these are 50 s of typing.
        let start = try processes.map { try Self.runTime($0) }
        try await Self.type(500, on: keyboards[0], capitals: true)
        let shares = try zip(processes, start).map { process, start in
            Double(try Self.runTime(process) - start) / 50e9 * 100
        }
        let total = (shares.reduce(0, +) * 1000).rounded() / 1000
        print("hotkey: three keyboards for 10 s: \(idle) context switches; while somebody types "
            + "10 keys a second, helper and daemon: \(total) % of a core (promised: at most 0.5 %)")
    }

    /// Types letters, perhaps with a capital in 20: Shift goes down and up at times of its own.
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

    /// Nanoseconds that all its threads ran, in user and kernel (the kernel's
    /// Documentation/scheduler/sched-stats.rst).
    private static func runTime(_ pid: Int32) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").map { thread in
            let text = try String(
                contentsOfFile: "/proc/\(pid)/task/\(thread)/schedstat", encoding: .utf8)
            return try #require(text.split(separator: " ").first.flatMap { Int($0) })
        }.reduce(0, +)
    }
}

extension Instant {
    fileprivate static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }
}

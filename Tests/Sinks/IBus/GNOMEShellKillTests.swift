import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// `utter type` is killed, or stopped, in the middle of a text: the user's keys, layout and engine of
/// IBus are as before, without another start.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellKillTests {
    /// Of so many commits that the middle can be met.
    private static let text = String(repeating: SampleText.european.string, count: 120)
    /// KEY_BACKSLASH, which prints # in the layout de. The text has none.
    private static let key: UInt16 = 43
    private static let keyA: UInt16 = 30

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .terminal])
    func theSessionIsTheUsersAfterAKill(_ kind: SessionWindow.Kind) async throws {
        try await check(kind, rounds: 25) { victim in
            victim.send(signal: SIGKILL)
            return nil
        }
    }

    /// What is pressed while it is stopped may be lost, nothing later. (The receiver of GTK 3 doesn't
    /// survive a line as long as this text: its window becomes too wide for Cairo.)
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .chromium])
    func theSessionIsTheUsersAfterAStop(_ kind: SessionWindow.Kind) async throws {
        var round = 0
        try await check(kind, rounds: 5) { victim in
            victim.send(signal: SIGSTOP)
            try await waitUntil("it is stopped") {
                victim.status != nil
                    || textOfFile("/proc/\(victim.pid)/stat").contains(") T ")
            }
            try await DesktopSession.press(Self.keyA)
            round += 1
            victim.send(signal: round.isMultiple(of: 2) ? SIGKILL : SIGCONT)
            return nil
        }
    }

    /// Its guardian gives the engine back within a second.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .terminal, .chromium])
    func theUsersKeysArriveWhileItIsStopped(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["de"])
        let engine = try await GNOMEShellTyping.engine()
        var round = 0
        var times: [Duration] = []
        try await check(kind, rounds: 5, pressed: 1) { victim in
            victim.send(signal: SIGSTOP)
            let start = MonotonicClock.nanoseconds
            while try await GNOMEShellTyping.engine() != engine {
                try #require(MonotonicClock.nanoseconds - start < 30_000_000_000, "not given back")
            }
            times.append(.nanoseconds(MonotonicClock.nanoseconds - start))
            try await DesktopSession.press(Self.key)
            round += 1
            // The key arrives while it is stopped.
            return { victim.send(signal: round.isMultiple(of: 2) ? SIGKILL : SIGCONT) }
        }
        #expect(try #require(times.min()) < .seconds(2))
    }

    /// - Parameters:
    ///   - pressed: how often `strike` presses the key.
    ///   - strike: returns what is to be done when the key has arrived.
    @EventLoopActor private func check(
        _ kind: SessionWindow.Kind, rounds: Int, pressed: Int = 0,
        _ strike: @EventLoopActor (ChildProcess) async throws -> (@EventLoopActor () -> Void)?
    ) async throws {
        try await DesktopSession.setLayouts(["de"])
        let window = try await SessionWindow(kind)
        let engine = try await GNOMEShellTyping.engine()
        let folder = try ScratchDirectory("utter-kill")
        var struck = 0
        for round in 1...rounds {
            let victim = try GNOMEShellTyping.begin(Self.text, in: folder)
            let moment = Int.random(in: 1..<60_000)
            try await waitUntil("\(moment) bytes arrive") {
                victim.status != nil || window.text.utf8.count >= moment
            }
            if victim.status == nil { struck += 1 }
            let end = try await strike(victim)
            if pressed > 0 {
                try await waitUntil("the key arrives") { hashes(in: window) == pressed }
            }
            end?()
            try await waitUntil("it ends") { victim.status != nil }
            // Keys work on, in the layout that was there.
            try await press(in: window, count: pressed + 1, "round \(round)")
            let last = "— the end ő"
            let typed = try await GNOMEShellTyping.type(last)
            #expect(typed.status == .exited(0), "round \(round): \(typed.errors)")
            try await waitUntil("the end arrives") { window.text.hasSuffix(last) }
            #expect(try await GNOMEShellTyping.engine() == engine, "round \(round)")
            try await press(in: window, count: pressed + 2, "round \(round), afterwards")
            try await window.clear()
        }
        #expect(struck > rounds / 2, "most texts had ended before")
        try await window.close()
    }

    /// Presses the key, of which that many must have arrived then.
    @EventLoopActor private func press(
        in window: SessionWindow, count: Int, _ when: String
    ) async throws {
        try await DesktopSession.press(Self.key)
        try await waitUntil("\(when): the key arrives") { hashes(in: window) >= count }
        #expect(hashes(in: window) == count, "\(when)")
    }

    @EventLoopActor private func hashes(in window: SessionWindow) -> Int {
        window.text.utf8.count { $0 == UInt8(ascii: "#") }
    }
}

import LinuxRuntime
import TestSupport
import Testing

/// SIGKILL and SIGSTOP at any point of typing leave KWin 6 with no key down, and all keys of the user's
/// arrive after it.
@Suite(.runningLoop, .inKWin6) struct KWin6KillTests {
    /// KEY_Q and KEY_Y, and what they print in the layout de.
    private static let (keys, printed) = ([16, 21] as [UInt16], "qz")
    /// What a window may have to read when the typist ends.
    private static let mostWaiting = 100
    /// Ten lines of capitals, symbols with AltGr, and dead keys.
    private static let text = (0..<10).map { number in
        "\(number): \(Sample.text(of: "de").dropFirst(number * 20).prefix(80))\n"
    }.joined()

    @EventLoopActor @Test func aKilledTypistLeavesTheUsersKeysAlone() async throws {
        try await withWindow(.gtk4) { window in
            var random = SplitMix(seed: 7)
            let text = Self.text
            var cutShort = 0
            for _ in 0..<50 {
                let typist = try TrialTypist(.kwin, text)
                let length = Int(random.next() % UInt64(text.count - 100)) + 1
                try await waitUntil("the typist types") { window.text.count >= length }
                typist.kill()
                let arrived = try await theUsersKeysFollow(in: window)
                #expect(text.hasPrefix(arrived))
                if arrived.count < text.count { cutShort += 1 }
                try await window.clear()
            }
            print("killed in mid-text \(cutShort) of 50 times")
            #expect(cutShort >= 10)
        }
    }

    @EventLoopActor @Test func aStoppedTypistHoldsNoKey() async throws {
        // Not Qt, which may put a composed character before others: see `KWinSink`.
        try await withWindow(.gtk3) { window in
            var random = SplitMix(seed: 7)
            let text = Self.text
            for _ in 0..<10 {
                let typist = try TrialTypist(.kwin, text)
                let length = Int(random.next() % UInt64(text.count - 100)) + 1
                try await waitUntil("the typist types") { window.text.count >= length }
                typist.freeze(true)
                // Longer than the delay after which a key that is down repeats (KWin's 600 ms).
                try await EventLoop.shared.sleep(for: .seconds(1))
                let arrived = try await theUsersKeysFollow(in: window)
                #expect(text.hasPrefix(arrived))
                typist.freeze(false)
                try await window.expectText(
                    arrived + Self.printed + text.dropFirst(arrived.count))
                typist.kill()
                try await window.clear()
            }
        }
    }

    /// The user's keys come behind those that a busy window has not read.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .qt6])
    func aKillLeavesFewKeysBeforeTheUsers(in kind: SessionWindow.Kind) async throws {
        try await withWindow(kind) { window in
            let text = (0..<60).map { "Fox \($0) jumps over the dog. " }.joined()
            for _ in 0..<3 {
                let typist = try TrialTypist(.kwin, text)
                try await waitUntil("the typist types") { window.text.count >= 100 }
                window.freeze(true)
                let count = window.text.count
                // Longer than it takes to type all that may wait.
                try await EventLoop.shared.sleep(for: .seconds(3))
                typist.kill()
                for key in Self.keys { try await DesktopSession.press(key) }
                let start = MonotonicClock.nanoseconds
                window.freeze(false)
                try await waitUntil("the user’s keys arrive") {
                    window.text.hasSuffix(Self.printed)
                }
                let waited = (MonotonicClock.nanoseconds - start) / 1_000_000
                let late = window.text.count - Self.printed.count - count
                print("\(kind): \(late) characters came before the user’s, which took \(waited) ms")
                #expect(late <= Self.mostWaiting)
                try await window.clear()
            }
        }
    }

    /// Presses keys of the user's, and returns what had arrived before them.
    @EventLoopActor private func theUsersKeysFollow(in window: SessionWindow) async throws -> String
    {
        for key in Self.keys { try await DesktopSession.press(key) }
        try await waitUntil("the user’s keys arrive") { window.text.hasSuffix(Self.printed) }
        return String(window.text.dropLast(Self.printed.count))
    }

    @EventLoopActor private func withWindow(
        _ kind: SessionWindow.Kind, _ body: (SessionWindow) async throws -> Void
    ) async throws {
        try await DesktopSession.setLayouts(["de"])
        // For the permission.
        let session = try await KWin6Session.begin()
        session.end()
        let window = try await SessionWindow(kind)
        try await body(window)
        try await window.close()
    }
}

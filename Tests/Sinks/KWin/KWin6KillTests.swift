import LinuxRuntime
import TestSupport
import Testing

/// SIGKILL and SIGSTOP at any point of typing leave KWin 6 with no key down, and all keys of the user's
/// arrive after it.
@Suite(.runningLoop, .inKWin6) struct KWin6KillTests {
    /// KEY_Q and KEY_Y, and what they print in the layout de.
    private static let (keys, printed) = ([16, 21] as [UInt16], "qz")
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

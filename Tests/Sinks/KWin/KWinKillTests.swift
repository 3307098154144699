import LinuxRuntime
import TestSupport
import Testing

/// SIGKILL and SIGSTOP at any point of typing leave no key down.
@Suite(
    .runningLoop, .serialized, .needs("kwin_wayland", package: "kwin-wayland"),
    .needs("xterm", "Xwayland", package: "xterm and xwayland"))
struct KWinKillTests {
    @EventLoopActor @Test func aKilledTypistLeavesNoKeyDown() async throws {
        if KWinTypist.isThis { return try await KWinTypist.type() }
        try await withKWin(.xterm, layouts: "de") { sink, window, server in
            var random = SplitMix(seed: 7)
            // The kill may come after the end.
            let text = KWinTypist.text + KWinTypist.end + "\n"
            var cutShort = 0
            for round in 0..<50 {
                let typist = try KWinTypist(server.environment, "aKilledTypistLeavesNoKeyDown")
                #expect(try await window.line() == "begun")
                let lines = Int(random.next() % 10)
                for number in 0..<lines {
                    #expect(try await window.line() == KWinTypist.lines[number])
                }
                typist.kill()
                // First what had arrived by then. A key that is down would change what follows.
                let mark = "after \(round): Größe, A, z, €"
                try await sink.type("\n\(mark)\n")
                var rest: [String] = []
                while rest.last != mark { rest.append(try await window.line()) }
                let arrived = (KWinTypist.lines[..<lines] + rest.dropLast())
                    .joined(separator: "\n")
                #expect(text.hasPrefix(arrived))
                if arrived.count < text.count { cutShort += 1 }
            }
            print("killed in mid-text \(cutShort) of 50 times")
            #expect(cutShort >= 10)
        }
    }

    @EventLoopActor @Test func aStoppedTypistHoldsNoKey() async throws {
        if KWinTypist.isThis { return try await KWinTypist.type() }
        try await withKWin(.xterm, layouts: "de") { sink, window, server in
            var (stopped, late) = (0, "")
            for round in 0..<10 {
                let typist = try KWinTypist(server.environment, "aStoppedTypistHoldsNoKey")
                #expect(try await window.line() == late + "begun")
                for number in 0..<round {
                    #expect(try await window.line() == KWinTypist.lines[number])
                }
                typist.freeze(true)
                // Longer than the delay after which a key that is down repeats (KWin's 600 ms).
                try await EventLoop.shared.sleep(for: .seconds(1))
                try await sink.type("|")
                typist.freeze(false)
                var rest: [String] = []
                while rest.last != KWinTypist.end { rest.append(try await window.line()) }
                typist.kill()
                let arrived = (KWinTypist.lines[..<round] + rest.dropLast())
                    .joined(separator: "\n")
                let parts = arrived.split(separator: "|", omittingEmptySubsequences: false)
                #expect(parts.joined() + "\n" == KWinTypist.text)
                // On a busy machine the window may be so late that all had been typed.
                late = parts.count == 1 ? "|" : ""
                if parts.count == 2 { stopped += 1 }
            }
            #expect(stopped > 0)
        }
    }
}

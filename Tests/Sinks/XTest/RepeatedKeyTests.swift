import Dictation
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing
import X11Connection

@testable import SinkXTest

/// Some programs (LibreOffice's generic back-end) take the press of a key in the same millisecond
/// as its release for autorepeat, and drop both.
@Suite(
    .runningLoop, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xev", package: "x11-utils"), .needs("xdotool", package: "xdotool"))
struct RepeatedKeyTests {
    @EventLoopActor @Test func aKeyIsPressedAgainInALaterMillisecond() async throws {
        let server = try await XServer()
        let log = try TemporaryFile()
        let output = try FileDescriptor.open(FilePath(log.path), .writeOnly)
        defer { try? output.close() }
        let xev = try server.start(["stdbuf", "-oL", "xev", "-event", "keyboard"], output: output)
        try await server.run(
            "timeout", "60", "xdotool", "search", "--sync", "--onlyvisible", "--name",
            "^Event Tester$", "windowfocus", "--sync")
        let sink = XTestSink(display: server.display)
        let text = String(repeating: "letter, committee, bookkeeper, aAaaAA, zzz. ", count: 20)
        try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        var events: [KeyEvent] = []
        try await waitUntil("all keys arrive") {
            events = KeyEvent.all(in: log.text)
            return events.count { $0.isPress && !$0.isShift } == text.count
                && events.last?.isPress == false
        }
        // With another key in between it is not taken for autorepeat.
        let keys = events.filter { !$0.isShift }
        for (release, press) in zip(keys, keys.dropFirst())
        where press.isPress && press.key == release.key {
            #expect(press.time != release.time, "key \(press.key) at \(press.time)")
        }
        sink.close()
        withExtendedLifetime(xev) {}
    }

    /// The server repeats a held key by its own clock. If it is held up between a press and its
    /// release, nobody has held the key.
    @EventLoopActor @Test func noKeyRepeatsWhileItTypes() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let session = try await Self.begin(on: server)
        try await server.run("xdotool", "keydown", "a", "sleep", "1", "keyup", "a", "key", "b")
        try await window.waitForText("ab")
        await session.end()
        // From here on the core keyboard is as the person's keyboard, and then again as this one.
        XUser(at: server).tap("c")
        try await Self.expectRepeats(in: window, after: "abc", on: server)
    }

    /// Holds a key, again where a busy machine's server didn't get its turn meanwhile.
    @EventLoopActor private static func expectRepeats(
        in window: XWindow, after text: String, on server: XServer
    ) async throws {
        var presses = 0
        var isRepeated: Bool { window.text.count > text.count + presses }
        repeat {
            try await server.run("xdotool", "keydown", "d", "sleep", "1", "keyup", "d")
            presses += 1
        } while !isRepeated && presses < 20
        try await waitUntil("keys repeat") { isRepeated }
        #expect(window.text.hasPrefix(text + "dd"))
    }

    /// The core keyboard gives its setting to all keyboards with a new layout.
    @EventLoopActor @Test func keysRepeatWhenALayoutIsSetAfterTyping() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "ab", lineBreaks: .keep))
        sink.close()
        try await window.waitForText("ab")
        try await server.run("setxkbmap", "us")
        try await Self.expectRepeats(in: window, after: "ab", on: server)
    }

    @X11Actor private static func begin(on server: XServer) async throws -> TypingSession {
        let connection = try await XConnection.open(DisplayName(server.display))
        let session = try await TypingSession.begin(
            connection, XTestKeyboard(connection), TypingProgress { _ in })
        try await connection.roundTrip()
        return session
    }

    /// xev's output for a key's press or release.
    private struct KeyEvent {
        let isPress: Bool
        let isShift: Bool
        let key: Int
        /// The server's time, in milliseconds.
        let time: Int

        static func all(in log: String) -> [KeyEvent] {
            // Event by event; the last one may be incomplete.
            log.split(separator: "\n\n").compactMap { text in
                let words = text.split { " ,\n".contains($0) }.map(String.init)
                guard ["KeyPress", "KeyRelease"].contains(words.first),
                    let time = words.firstIndex(of: "time"),
                    let key = words.firstIndex(of: "keycode"), words.count > key + 1,
                    let number = Int(words[key + 1]), let moment = Int(words[time + 1])
                else { return nil }
                return KeyEvent(
                    isPress: words[0] == "KeyPress", isShift: text.contains("Shift_"),
                    key: number, time: moment)
            }
        }
    }
}

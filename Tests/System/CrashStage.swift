import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// A session whose recogniser is a program that reports how much it heard: so the loss by a crash
/// is known to the sample.
@EventLoopActor
final class CrashStage {
    let scene: SpokenScene
    let window: XWindow
    let voice: SpokenFile
    /// While this file exists, the recogniser prints nothing.
    let hindrance: String
    var daemon: ChildProcess
    var session: UtterSession { scene.session }

    init() async throws {
        voice = try await SpokenFile("hello there")
        let hindrance = voice.path + "-wait"
        self.hindrance = hindrance
        let script =
            "n=$(wc -c); while [ -e \(hindrance) ]; do sleep 0.02; done; "
            + "echo heard $n and so on"
        // A text that takes time, and has nothing twice.
        let snippet = "and so on" + (0..<205).map { " word\($0)" }.joined()
        scene = try await SpokenScene(
            UtterSession.recording + """
                silence_limit = "0s"
                [recognizer]
                engine = "command"
                command.command = ["sh", "-c", "\(script)"]
                [text]
                capitals = false
                [text.snippets]
                "and so on" = "\(snippet)"
                [overlay]
                enabled = false
                """, inMemory: true)
        window = try await XWindow(.xterm, on: scene.display)
        daemon = try await scene.session.startDaemon()
    }

    /// The size of the kept sound, in bytes; nil if there is none.
    var kept: Int? {
        let directory = session.runtime.appending(path: "utter").path
        while true {
            let names = Folder.names(in: directory).filter { $0.hasPrefix("sound.") }
            for name in names {
                var status = stat()
                if stat("\(directory)/\(name)", &status) == 0 {
                    return max(0, Int(status.st_size) - 512)
                }
            }
            // It may have been renamed in the meantime: each attempt gives it another name.
            if names.isEmpty { return nil }
        }
    }

    var texts: [TranscriptRecord] {
        get async throws {
            guard
                case .transcripts(let records) = try await session.connect()
                    .send(.last(count: 10))
            else { return [] }
            return records
        }
    }

    func hinder(_ on: Bool) {
        if on { close(open(hindrance, O_CREAT | O_WRONLY, 0o600)) } else { unlink(hindrance) }
    }

    /// Kills the daemon; returns how much sound it left.
    func kill() async throws -> Int? {
        daemon.send(signal: SIGKILL)
        try await waitUntil("the daemon is dead") { daemon.status != nil }
        return kept
    }

    func reach(_ moment: CrashTests.Moment) async throws {
        let client = try await session.connect()
        #expect(try await client.send(.start()) == .ok())
        if moment == .opening { return }
        try await session.wait(for: "the microphone") { $0.hearing }
        let playing = EventLoop.throwingTask { [scene, voice] in
            try await scene.sound.play(voice.path)
        }
        // Judged by the sound itself, however busy the machine is.
        if case .beginning(let time) = moment {
            return try await waitUntil("\(time) ms were heard") { kept ?? 0 >= time * 32 }
        }
        try await playing.value
        if case .speaking(let time) = moment {
            let voice = kept ?? 0
            return try await waitUntil("\(time) ms more") { kept ?? 0 >= voice + time * 32 }
        }
        hinder(moment == .processing)
        #expect(try await client.send(.stop) == .ok())
        switch moment {
        case .processing:
            try await session.wait(for: "the engine") { $0.state == .processing }
        case .typing(let count):
            try await waitUntil("\(count) characters are typed") { typed.count >= count }
        default:
            try await session.wait(for: "the end") { $0.state == .idle }
        }
    }

    /// The length of the window's text before this round.
    var before = 0
    var typed: String { String(window.text.dropFirst(before)) }

    /// Whether the text is there to its end.
    var isAllTyped: Bool { typed.hasSuffix(" word204") }

    /// The text that is offered after a crash; nil if there is none.
    func recovered(after moment: CrashTests.Moment) async throws -> TranscriptRecord? {
        var texts = try await self.texts
        // It is offered when the sinks are ready: after the keyboard was restored.
        while case .typing = moment, texts.isEmpty, !isAllTyped {
            try await EventLoop.shared.sleep(for: .milliseconds(10))
            texts = try await self.texts
        }
        return texts.first
    }

    /// The rest of an aborted text is offered, and retyping completes it: nothing is missing.
    ///
    /// - Returns: how many characters are typed twice: a burst's, at most.
    func completes(_ text: TranscriptRecord) async throws -> Int {
        #expect(!text.inserted)
        let notice = try await session.wait(for: "the offer") { $0.notice != nil }.notice
        let message = try #require(notice?.message)
        // There is none if it was killed before the first burst was recorded.
        let known = message.split(separator: " ").compactMap { Int($0) }.first ?? 0
        #expect(
            message.hasSuffix(
                known > 0
                    ? "at least \(known) characters were typed"
                    : "some of the text may have been typed"))
        let rest = text.text.dropFirst(known)
        try await session.output("retype")
        try await session.wait(for: "the end") { $0.state == .idle }
        try await waitUntil("the rest stands there") { typed.hasSuffix(rest) }
        let twice = typed.count - text.text.count
        #expect(0...32 ~= twice)
        #expect(typed == text.text.prefix(known + twice) + rest)
        return twice
    }

    deinit { unlink(hindrance) }
}

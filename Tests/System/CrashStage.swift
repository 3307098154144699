import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// A session whose recogniser is a program that tells how much it heard: then it is known to
/// the sample what a crash has cost.
@EventLoopActor
final class CrashStage {
    let scene: SpokenScene
    let window: XWindow
    let voice: SpokenFile
    /// While it is there, the recogniser says nothing.
    let hindrance: String
    var daemon: ChildProcess
    var session: UtterSession { scene.session }

    init() async throws {
        voice = try await SpokenFile("hello there")
        let hindrance = voice.path + "-wait"
        self.hindrance = hindrance
        let script = "n=$(wc -c); while [ -e \(hindrance) ]; do sleep 0.02; done; "
            + "echo heard $n and so on"
        // A text that takes its time, of words that can have been said.
        let snippet = Array(repeating: "and so on", count: 150).joined(separator: " ")
        scene = try await SpokenScene(
            UtterSession.recording + """
                silence_limit = "0s"
                [recognizer]
                engine = "command"
                command = ["sh", "-c", "\(script)"]
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

    /// The sound that is kept, in bytes; nil if there is none.
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
            // It may have got another name meanwhile: each attempt gives it one.
            if names.isEmpty { return nil }
        }
    }

    var texts: [TranscriptRecord] {
        get async throws {
            guard case .transcripts(let records) = try await session.connect()
                .send(.last(count: 10)) else { return [] }
            return records
        }
    }

    func hinder(_ on: Bool) {
        if on { close(open(hindrance, O_CREAT | O_WRONLY, 0o600)) } else { unlink(hindrance) }
    }

    /// Kills the daemon; answers how much sound it left.
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
        // By the sound itself, however busy the machine is.
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
            try await session.wait(for: "the recogniser") { $0.state == .processing }
        case .typing(let count):
            try await waitUntil("\(count) characters are typed") { typed.count >= count }
        default:
            try await session.wait(for: "the end") { $0.state == .idle }
        }
    }

    /// What was in the window before the present round.
    var before = 0
    var typed: String { String(window.text.dropFirst(before)) }

    /// The rest of a text that was cut short is offered, and types all of it: what the last burst
    /// typed perhaps twice, nothing not at all.
    func completes(_ text: TranscriptRecord) async throws {
        #expect(!text.inserted)
        let notice = try await session.wait(for: "the offer") { $0.notice != nil }.notice
        let message = try #require(notice?.message)
        // None where it was killed before the first burst was noted.
        let known = message.split(separator: " ").compactMap { Int($0) }.first ?? 0
        #expect(
            message.hasSuffix(
                known > 0
                    ? "at least \(known) characters of the text stand there"
                    : "some of the text may stand there"))
        let rest = text.text.dropFirst(known)
        try await session.output("retype")
        try await session.wait(for: "the end") { $0.state == .idle }
        try await waitUntil("the rest stands there") { typed.hasSuffix(rest) }
        let twice = typed.count - text.text.count
        #expect(0...64 ~= twice)
        #expect(typed == text.text.prefix(known + twice) + rest)
    }

    deinit { unlink(hindrance) }
}

import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The daemon is killed at twenty points of a dictation: afterwards what was said is offered, and
/// nothing stands in the window twice.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"))
struct CrashTests {
    /// When the daemon is killed.
    enum Moment: Equatable {
        case opening
        /// So many milliseconds were heard; perhaps nobody has spoken yet.
        case beginning(Int)
        /// So many milliseconds were heard after the voice.
        case speaking(Int)
        case processing
        /// So many characters stand in the window.
        case typing(Int)
        case afterwards
    }

    static let moments: [Moment] = [
        .opening, .opening, .beginning(60), .beginning(140), .speaking(0), .speaking(20),
        .speaking(50), .speaking(90), .speaking(150), .speaking(300), .processing, .processing,
        .processing, .typing(1), .typing(40), .typing(400), .typing(900), .typing(1300),
        .afterwards, .afterwards,
    ]

    /// A session whose recogniser is a program that tells how much it heard: then it is known to
    /// the sample what a crash has cost.
    @EventLoopActor
    private final class Stage {
        let display: XServer
        let sound: PulseServer
        let session: UtterSession
        let window: XWindow
        let voice: TemporaryFile
        /// While it is there, the recogniser says nothing.
        let hindrance: String
        var daemon: ChildProcess

        init() async throws {
            display = try await XServer()
            sound = try await PulseServer.start()
            voice = try TemporaryFile()
            let hindrance = voice.path + "-wait"
            self.hindrance = hindrance
            let script = "n=$(wc -c); while [ -e \(hindrance) ]; do sleep 0.02; done; "
                + "echo heard $n; yes 'and so on' | head -n 150"
            session = try UtterSession(
                display: display, sound: sound,
                configuration: """
                    [hotkey]
                    enabled = false
                    [audio]
                    device = "pulse"
                    [recognizer]
                    engine = "command"
                    command = ["sh", "-c", "\(script)"]
                    [text]
                    raw = true
                    [overlay]
                    enabled = false
                    """, inMemory: true)
            window = try await XWindow(.xterm, on: display)
            let run = try await ProgramRun(
                ["flite", "-voice", "slt", "-t", "hello there", "-o", voice.path],
                environment: ["PATH=/usr/bin:/bin"])
            try #require(run.status == .exited(0), "\(run.errors)")
            daemon = try await session.startDaemon()
        }

        /// The sound that is kept, in bytes; nil if there is none.
        var kept: Int? {
            let directory = session.runtime.appending(path: "utter").path
            for name in Folder.names(in: directory) where name.hasPrefix("sound.") {
                var status = stat()
                if stat("\(directory)/\(name)", &status) == 0 {
                    return max(0, Int(status.st_size) - 512)
                }
            }
            return nil
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

        func reach(_ moment: Moment) async throws {
            let client = try await session.connect()
            #expect(try await client.send(.start()) == .ok())
            if moment == .opening { return }
            try await session.wait(for: "the microphone") { $0.hearing }
            let playing = EventLoop.throwingTask { [sound, voice] in
                try await sound.play(voice.path)
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

        deinit { unlink(hindrance) }
    }

    @EventLoopActor @Test(.timeLimit(.minutes(20)))
    func nothingSpokenIsLostAndNothingTypedTwice() async throws {
        #expect(Self.moments.count == 20)
        let stage = try await Stage()
        for moment in Self.moments {
            stage.before = stage.window.text.count
            try await stage.reach(moment)
            let sound = try await stage.kill()
            stage.hinder(false)
            stage.daemon = try await stage.session.startDaemon()
            try await waitUntil("all is recovered, \(moment)") { stage.kept == nil }
            guard let text = try await stage.texts.first else {
                switch moment {
                case .opening, .beginning: #expect(stage.typed == "")
                case .speaking, .processing: Issue.record("\(moment): nothing was recovered")
                case .typing, .afterwards:
                    try await waitUntil("all stands in the window") { stage.typed.count > 1500 }
                }
                continue
            }
            // Every sample, and the WAV's header of 44 bytes.
            let bytes = try #require(sound, "\(moment)") + 44
            #expect(text.text.hasPrefix("heard \(bytes) and so on"), "\(moment)")
            #expect(!text.inserted)
            let typed = stage.typed
            #expect(typed.components(separatedBy: "heard").count <= 2, "\(moment)")
            #expect(typed.count <= text.text.count, "\(moment)")
        }
    }

    /// What makes the daemon die each time is not tried for ever.
    @EventLoopActor @Test func aSoundThatKillsIsGivenUp() async throws {
        let stage = try await Stage()
        try await stage.reach(.processing)
        #expect(try await stage.kill() != nil)
        // It is still hindered: the daemon is killed while it recognises.
        for attempt in 1...2 {
            stage.daemon = try stage.session.spawnDaemon()
            let directory = stage.session.runtime.appending(path: "utter").path
            try await waitUntil("the attempt \(attempt)") {
                Folder.names(in: directory).contains { $0.hasSuffix(".\(attempt)") }
            }
            #expect(try await stage.kill() != nil)
        }
        stage.daemon = try stage.session.spawnDaemon()
        let report = try await stage.session.wait(for: "the notice") { $0.notice != nil }
        #expect(report.notice?.message.contains("is lost") == true)
        #expect(stage.kept == nil && stage.typed == "")
    }

    /// The real recogniser, told of a real sentence.
    @EventLoopActor
    @Test(.needs(KillTests.speech, package: "pocketsphinx-testdata"))
    func aSentenceIsRecoveredAndTypedOnDemand() async throws {
        let display = try await XServer()
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            display: display, sound: sound,
            configuration: "[hotkey]\nenabled = false\n[audio]\ndevice = \"pulse\"\n",
            inMemory: true)
        let window = try await XWindow(.xterm, on: display)
        let daemon = try await session.startDaemon()
        try await session.output("start")
        try await session.wait(for: "the microphone") { $0.hearing }
        try await sound.play(DictationTests.speech)
        daemon.send(signal: SIGKILL)
        try await waitUntil("the daemon is dead") { daemon.status != nil }
        let next = try session.spawnDaemon()
        try await session.wait(for: "the offer") {
            $0.notice?.message.contains("was recovered") == true
        }
        let text = try await session.output("last")
        #expect(DictationTests.share(of: DictationTests.words, in: text) > 0.5, "“\(text)”")
        #expect(window.text == "")
        try await session.output("retype")
        try await window.waitForText(text)
        #expect(next.status == nil)
    }
}

import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The daemon is killed at twenty points of a dictation: afterwards the dictated text is offered,
/// and nothing is in the window twice.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"))
struct CrashTests {
    /// When the daemon is killed.
    enum Moment: Equatable {
        case opening
        /// This many milliseconds were heard; perhaps without speech.
        case beginning(Int)
        /// This many milliseconds were heard after the voice began.
        case speaking(Int)
        case processing
        /// This many characters are in the window.
        case typing(Int)
        case afterwards
    }

    static let moments: [Moment] = [
        .opening, .opening, .beginning(60), .beginning(140), .speaking(0), .speaking(20),
        .speaking(50), .speaking(90), .speaking(150), .speaking(300), .processing, .processing,
        .processing, .typing(1), .typing(40), .typing(400), .typing(900), .typing(1300),
        .afterwards, .afterwards,
    ]

    @EventLoopActor @Test(.timeLimit(.minutes(20)))
    func nothingSpokenIsLostAndNothingTypedTwice() async throws {
        #expect(Self.moments.count == 20)
        let stage = try await CrashStage()
        for moment in Self.moments {
            stage.before = stage.window.text.count
            try await stage.reach(moment)
            let sound = try await stage.kill()
            stage.hinder(false)
            stage.daemon = try await stage.session.startDaemon()
            try await waitUntil("all is recovered, \(moment)") { stage.kept == nil }
            guard let text = try await stage.recovered(after: moment) else {
                switch moment {
                case .opening, .beginning: #expect(stage.typed == "")
                case .speaking, .processing: Issue.record("\(moment): nothing was recovered")
                case .typing, .afterwards:
                    try await waitUntil("all stands in the window") { stage.typed.count > 1500 }
                }
                continue
            }
            if case .typing = moment {
                #expect(sound == nil)
                if text.inserted {
                    // The last burst went out before the kill.
                    try await waitUntil("all stands in the window") { stage.isAllTyped }
                    continue
                }
                _ = try await stage.completes(text)
                continue
            }
            // Every sample, and the WAV header of 44 bytes.
            let bytes = try #require(sound, "\(moment)") + 44
            #expect(text.text.hasPrefix("heard \(bytes) and so on"), "\(moment)")
            #expect(!text.inserted)
            let typed = stage.typed
            #expect(typed.components(separatedBy: "heard").count <= 2, "\(moment)")
            #expect(typed.count <= text.text.count, "\(moment)")
        }
    }

    /// What is typed is noted as soon as it is sent, so that it is seldom typed twice: the daemon must be
    /// killed between the two. What was sent arrives, although the guardian ends the connection.
    @EventLoopActor @Test(.timeLimit(.minutes(20)))
    func theRestContinuesWhereTheTextEnds() async throws {
        let stage = try await CrashStage()
        var (rounds, doubled) = (0, 0)
        for count in stride(from: 1, to: 1400, by: 117) {
            stage.before = stage.window.text.count
            try await stage.reach(.typing(count))
            _ = try await stage.kill()
            stage.daemon = try await stage.session.startDaemon()
            guard let text = try await stage.recovered(after: .typing(count)) else { continue }
            rounds += 1
            if try await stage.completes(text) > 0 { doubled += 1 }
        }
        print("typed a burst twice in \(doubled) of \(rounds) rounds")
        #expect(rounds >= 6)
        // It is killed when a burst begins to arrive: 1 of 47 was not noted yet beside four busy loops.
        #expect(doubled * 4 <= rounds)
    }

    /// A sound that crashes the daemon each time is not tried forever.
    @EventLoopActor @Test func aSoundThatKillsIsGivenUp() async throws {
        let stage = try await CrashStage()
        try await stage.reach(.processing)
        #expect(try await stage.kill() != nil)
        // It is still blocked: the daemon is killed while it recognises.
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
        #expect(report.notice?.message.contains("is kept") == true)
        #expect(stage.kept != nil && stage.typed == "")
        // Also when the user wants it tried again.
        try await stage.session.output("retry")
        let directory = stage.session.runtime.appending(path: "utter").path
        try await waitUntil("another attempt") {
            Folder.names(in: directory).contains { $0.hasSuffix(".1") }
        }
    }

    /// The real recogniser, with a real sentence.
    @EventLoopActor
    @Test(.needs(KillTests.speech, package: "pocketsphinx-testdata"))
    func aSentenceIsRecoveredAndTypedOnDemand() async throws {
        let scene = try await SpokenScene(inMemory: true)
        let session = scene.session
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()
        try await session.beginDictation()
        try await scene.sound.play(DictationTests.speech)
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

import ControlProtocol
import Dictation
import LinuxRuntime
import TestSupport
import Testing

/// Words that are typed into a real window while they are spoken.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"),
    .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
struct LiveCommitTests {
    @EventLoopActor @Test(arguments: [CommitTime.final, .live])
    func theFinalTextStandsInTheWindow(_ commit: CommitTime) async throws {
        let scene = try await SpokenScene(
            UtterSession.recording + "[output]\ncommit = \"\(commit.rawValue)\"")
        let (session, sound) = (scene.session, scene.sound)
        let window = try await XWindow(.entry, on: scene.display)
        let daemon = try await session.startDaemon()

        try await session.beginDictation()
        for _ in 0..<2 { try await sound.play(DictationTests.speech) }
        // Before the end of the dictation.
        while window.text.isEmpty { try await EventLoop.shared.sleep(for: .milliseconds(10)) }
        #expect(try await session.status().state == .recording)
        try await session.endDictation()
        let text = try await session.output("last")
        try await window.waitForText(text)
        #expect(DictationTests.share(of: DictationTests.words, in: text) > 0.5, "“\(text)”")

        // Cancelling removes the text.
        try await session.beginDictation()
        try await sound.play(DictationTests.speech)
        while window.text == text { try await EventLoop.shared.sleep(for: .milliseconds(10)) }
        try await session.output("cancel")
        try await window.waitForText(text)
        #expect(daemon.status == nil)
    }
}

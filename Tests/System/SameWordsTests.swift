import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// Whether a recording gives the same words live and by `utter transcribe`.
@Suite(.runningLoop, .serialized) struct SameWordsTests {
    private static let hurried = "speech is recognised less carefully"

    /// A recording is played through a sound server. What the microphone brought gives the same
    /// words again: other words than the file's come from the server, which converts the sound, and
    /// from where it begins (docs/engines.md).
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("pulseaudio", package: "pulseaudio"),
        .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
    func theSoundThatWasHeardGivesTheSameWords() async throws {
        let scene = try await SpokenScene(
            UtterSession.recording + """
                silence_limit = "0s"
                [recognizer]
                engine = "pocketsphinx"
                [text]
                raw = true
                [overlay]
                enabled = false
                """, inMemory: true)
        let session = scene.session
        let daemon = try await session.startDaemon()
        try await session.beginDictation()
        // A busy computer searches less, and says so.
        var isHurried = false
        let following = EventLoop.throwingTask {
            try await session.wait(for: "the end") {
                isHurried = isHurried || $0.notice?.message.hasPrefix(Self.hurried) == true
                return $0.state == .idle
            }
        }
        try await scene.sound.play(DictationTests.speech)
        // The end of speech is behind it, and its words with it.
        let played = heard(session).count
        try await waitUntil("a second and a half of silence") {
            heard(session).count >= played + 3 * 16_000
        }
        let sound = heard(session)
        try await session.endDictation()
        _ = try await following.value
        let live = try await session.output("last")

        let file = try TemporaryFile()
        try sound.write(to: URL(filePath: file.path))
        let again = try await ProgramRun(
            ["sh", "-c", "exec \"$0\" transcribe --raw - <\(file.path)"] + session.command,
            environment: session.environment)
        #expect(again.status == .exited(0), "\(again.errors)")
        let words = again.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.split(separator: " ").count > 10, "\(words)")
        #expect(live == words || isHurried, "“\(live)”, not “\(words)”")
        #expect(daemon.status == nil)
    }

    /// The sound of the dictation so far, as the daemon keeps it for a crash: 16 kHz mono s16le.
    @EventLoopActor
    private func heard(_ session: UtterSession) -> Data {
        let folder = session.runtime.appending(path: "utter")
        let name = Folder.names(in: folder.path).first { $0.hasPrefix("sound.") }
        let bytes = name.flatMap { try? Data(contentsOf: folder.appending(path: $0)) } ?? Data()
        return bytes.dropFirst(512).prefix((max(0, bytes.count - 512)) & ~1)
    }
}

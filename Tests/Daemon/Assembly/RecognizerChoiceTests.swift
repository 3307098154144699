import Dictation
import LinuxRuntime
import Settings
import SinkChains
import TestSupport
import Testing
import TextProcessing

@testable import Assembly
@testable import Session

/// A dictation with another recogniser than the last: the recogniser is created, which reads
/// folders of models, while the microphone opens.
@Suite(.runningLoop) struct RecognizerChoiceTests {
    @EventLoopActor @Test func theMicrophoneOpensFirst() async throws {
        let text = """
            [[profile]]
            name = "mail"
            recognizer.engine = "other"
            """
        let audio = FakeAudioSource()
        var made: [(engine: String, recognizer: FakeRecognizer, whileHearing: Bool)] = []
        let setups = try BackendCache(
            try Settings.parse(Array(text.utf8), file: "/c/config.toml"),
            makers: .init(
                recognizer: { settings in
                    let recognizer = FakeRecognizer()
                    made.append((settings.recognizer.engine, recognizer, audio.isRunning))
                    return recognizer
                }, sinks: { _ in SinkChain([RecordingSink()]) }))
        let runner = DictationRunner(
            parts: .init(
                audio: audio, recognizer: setups.recognizer, sinks: setups.general.sinks),
            rules: .patient, style: setups.general.style, setups: setups)
        runner.start()
        made[0].recognizer.tell(.ready)

        runner.send(.command(.start, DictationOverrides(profile: "mail")))
        #expect(audio.isRunning && made.count == 1)
        // Sound captured before there is a recogniser waits for it.
        audio.tell(.started)
        audio.tell(.samples([1, 2]))
        await yieldUntil { runner.focus.task == nil }
        try #require(made.count == 2)
        #expect(made[1].engine == "other" && made[1].whileHearing)
        made[1].recognizer.tell(.ready)
        audio.tell(.samples([3]))
        #expect(made[1].recognizer.samples.count == 3)

        // A request that can't be met is refused, and nothing continues.
        runner.send(.command(.cancel))
        runner.send(.command(.start, DictationOverrides(profile: "mail", language: "xx")))
        runner.send(.refused)
        #expect(runner.display.state == .idle && !audio.isRunning)
        await Task.yield()
        #expect(made.count == 2)
    }

    /// Making a text processor takes milliseconds of the event loop.
    @EventLoopActor @Test func eachTextProcessorIsMadeOnce() throws {
        let text = """
            [[profile]]
            name = "code"
            text.capitals = false
            """
        var made: [TextOptions] = []
        let setups = try BackendCache(
            try Settings.parse(Array(text.utf8), file: "/c/config.toml"),
            makers: .init(
                recognizer: { _ in FakeRecognizer() },
                sinks: { _ in SinkChain([RecordingSink()]) },
                processor: {
                    made.append($0)
                    return TextProcessor($0)
                }))
        for _ in 0..<2 {
            for profile in [nil, "code"] {
                _ = setups.choose(
                    DictationOverrides(profile: profile), for: nil, keepsRecognizer: false)
            }
        }
        #expect(made.map(\.capitalizes) == [true, false])
        try setups.adopt(setups.settings)
        #expect(made.count == 2)
    }
}

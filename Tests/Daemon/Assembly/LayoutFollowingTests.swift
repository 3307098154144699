import Dictation
import LinuxRuntime
import Problems
import RecognizerRouting
import Settings
import SinkChains
import SpeechEngines
import TestSupport
import Testing

@testable import Assembly
@testable import Session

/// From the active keyboard layout to the recogniser of a dictation.
@Suite(.runningLoop) struct LayoutFollowingTests {
    @EventLoopActor
    private final class Stage {
        var layout: Result<String, Problem> = .success("English (US)")
        var recognizers: [(language: String?, recognizer: FakeRecognizer)] = []
        let audio = FakeAudioSource()
        let setups: BackendCache
        private(set) var runner: DictationRunner!

        init() throws {
            let settings = try Settings.parse(
                Array("[recognizer]\nlanguage = \"layout\"\n".utf8), file: "/c/config.toml")
            var keep: (String?, FakeRecognizer) -> Void = { _, _ in }
            setups = try BackendCache(
                settings,
                makers: .init(
                    recognizer: { settings in
                        let made = FakeRecognizer()
                        keep(settings.recognizer.fixedLanguage, made)
                        return made
                    }, sinks: { _ in SinkChain([RecordingSink()]) }))
            var parts = DictationRunner.Parts(
                audio: audio, recognizer: setups.recognizer, sinks: setups.general.sinks)
            keep = { [unowned self] in recognizers.append(($0, $1)) }
            parts.layoutName = { [unowned self] in try layout.get() }
            runner = DictationRunner(
                parts: parts, rules: .patient, style: setups.general.style,
                setups: setups)
            runner.start()
        }

        /// The language that the dictation's recogniser was made for; nil for the general one.
        func dictate() async throws -> String? {
            runner.send(.command(.start))
            try await waitUntil("the engine is chosen") { self.runner.focus.task == nil }
            runner.send(.command(.cancel))
            let current = setups.recognizer.current
            return recognizers.first { $0.recognizer === current }?.language
        }
    }

    @EventLoopActor @Test func eachDictationIsInTheLanguageOfTheLayout() async throws {
        let stage = try Stage()
        // PocketSphinx's standard model covers it.
        #expect(try await stage.dictate() == nil)
        stage.layout = .success("German (Austria)")
        #expect(try await stage.dictate() == "de-AT")
        stage.layout = .success("English (US)")
        #expect(try await stage.dictate() == nil)
        stage.layout = .success("German (Austria)")
        #expect(try await stage.dictate() == "de-AT")
        #expect(stage.recognizers.count == 1, "each is made once")
    }

    @EventLoopActor @Test func nobodyHearsBeforeTheLanguageIsKnown() async throws {
        let stage = try Stage()
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.audio.tell(.samples([1, 2, 3]))
        #expect(stage.setups.recognizer.unheard == 3)
        try await waitUntil("the engine is chosen") { stage.runner.focus.task == nil }
        #expect(stage.setups.recognizer.unheard == 0)
        stage.runner.send(.command(.cancel))
    }

    @EventLoopActor @Test func anUnknownLayoutLeavesTheGeneralOne() async throws {
        let stage = try Stage()
        stage.layout = .success("Belgian")
        #expect(try await stage.dictate() == nil)
        stage.layout = .failure(Problem("no display", why: ""))
        #expect(try await stage.dictate() == nil)
    }
}

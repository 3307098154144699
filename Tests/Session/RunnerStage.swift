import Dictation
import Foundation
import LinuxRuntime
import Problems
import SinkChains
import TestSupport
import Testing
import TextEditing
import TextProcessing

@testable import Session

/// A runner over fakes.
@EventLoopActor
final class RunnerStage {
    let audio = FakeAudioSource()
    let recognizer = FakeRecognizer()
    let sink = RecordingSink()
    let spare = RecordingSink("spare")
    let cues = FakeCuePlayer()
    let cleaner = FakeCleaner()
    let runner: DictationRunner

    /// - Parameters:
    ///   - cleans: whether the texts go to the cleaner.
    ///   - keys: the keys that may be pressed by voice.
    ///   - spacing: the spaces around each dictation.
    ///   - reader: what programs report of their fields to screen readers.
    ///   - hook: the program that gets each text.
    ///   - punctuation: who ends the sentences; most tests are about other rules.
    init(
        rules: DictationRules = .patient, cleans: Bool = false, keys: Set<EditingKey> = [],
        spacing: TextSpacing = .none, punctuation: PunctuationStyle = .spoken,
        window: WindowKind? = .other, lineBreaks: TypableText.LineBreaks = .space,
        passwords: PasswordPolicy = .refuse, formatting: FormattingKeys = .none,
        reader: FieldReport? = nil, hook: TextHook? = nil, context: ContextUse = .auto,
        language: Language = .english, focus: FocusPolicy = .hold
    ) {
        let parts = DictationRunner.Parts(
            audio: audio, recognizer: recognizer, sinks: SinkChain([sink, spare], reader: reader),
            cues: cues, cleaner: cleans ? cleaner : nil)
        var style = DictationRunner.Style()
        style.text.processor = Self.processor(keys, punctuation, language)
        style.text.spacing = spacing
        style.text.window = window
        style.text.lineBreaks = lineBreaks
        style.text.keepsLinesInText = window == .editor
        style.passwords = passwords
        style.text.formatting = formatting
        style.hook = hook
        style.context = context
        style.focus = focus
        runner = DictationRunner(parts: parts, rules: rules, style: style)
        // Not for tests that a busy machine makes slow: without a watch, what was typed is known for
        // 30 seconds only.
        sink.watches = true
        runner.lateAfter = .seconds(600)
        runner.start()
        recognizer.tell(.ready)
    }

    private static var processors = TextProcessors()

    /// Stages share those that are equal.
    static func processor(
        _ keys: Set<EditingKey> = [], _ punctuation: PunctuationStyle = .spoken,
        _ language: Language = .english
    ) -> TextProcessor {
        var options = TextOptions()
        (options.keys, options.punctuation, options.language) = (keys, punctuation, language)
        return processors.processor(options)
    }

    /// Starts a dictation with this sound.
    func speak(_ samples: [Int16]) {
        runner.send(.command(.start))
        audio.tell(.started)
        audio.tell(.samples(samples))
    }

    /// Returns when the cleaner has been asked, or there is nothing to ask it.
    ///
    /// - Parameter utterances: said with a pause between each two.
    func dictate(_ utterances: String...) async {
        let asked = cleaner.texts.count
        speak([1, 2, 3])
        runner.send(.command(.stop))
        for words in utterances { recognizer.tell(.utterance(words)) }
        recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        guard runner.parts.cleaner != nil else { return }
        await wait { cleaner.texts.count > asked || runner.display.state != .processing }
    }

    /// Waits for a condition that the runner brings about.
    func wait(for fact: () -> Bool) async {
        await yieldUntil(fact)
    }

    func waitForIdle() async {
        await wait { runner.display.state == .idle }
    }

    /// Dictates, and returns the text that is then in the window.
    @discardableResult
    func text(after utterances: String...) async -> String {
        await text(afterAll: utterances)
    }

    /// The same for a list.
    func text(afterAll utterances: [String]) async -> String {
        runner.send(.command(.start))
        audio.tell(.started)
        runner.send(.command(.stop))
        for words in utterances { recognizer.tell(.utterance(words)) }
        recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await waitForIdle()
        return sink.text
    }

    /// Dictates an utterance as this key does.
    func say(_ words: String, for action: HotkeyAction) async {
        var choice = DictationOverrides.automatic
        choice.purpose = action.purpose ?? .text
        runner.send(.command(.start, choice))
        audio.tell(.started)
        recognizer.tell(.utterance(words))
        runner.send(.command(.stop))
        recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await waitForIdle()
    }

    /// Dictates, with this answer of the cleaner.
    @discardableResult
    func text(after words: String, answer: Result<String, Problem>) async -> String {
        await dictate(words)
        cleaner.answer(answer)
        await waitForIdle()
        return sink.text
    }
}

/// What is said, one dictation after the other, with ` / ` for pauses, and the text that is there
/// then.
@EventLoopActor func expect(
    _ said: [(words: String, text: String)], on stage: RunnerStage,
    _ location: SourceLocation = #_sourceLocation
) async {
    for (words, text) in said {
        let typed = await stage.text(afterAll: words.components(separatedBy: " / "))
        #expect(typed == text, "\(words)", sourceLocation: location)
    }
}

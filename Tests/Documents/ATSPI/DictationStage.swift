import Dictation
import DocumentATSPI
import LinuxRuntime
import SinkXTest
import TestSupport
import Testing
import TextEditing
import TextProcessing

@testable import Session
@testable import SinkChains

/// Dictations into a window.
@EventLoopActor
final class DictationStage {
    let window: ReportingWindow
    let runner: DictationRunner
    private let audio = FakeAudioSource()
    private let recognizer = FakeRecognizer()
    /// Rewrites texts when asked to.
    let rewriter = FakeRewriter()
    let reader: ATSPIDocument
    private let chain: SinkChain

    init(
        _ kind: ReportingWindow.Kind, _ field: String, passwords: PasswordPolicy = .refuse,
        taken window: WindowKind? = nil, lineBreaks: TypableText.LineBreaks = .space
    ) async throws {
        self.window = try await ReportingWindow(kind, field)
        reader = ATSPIDocument(environment: self.window.bus.environment)
        chain = SinkChain([XTestSink(display: self.window.server.display)], reader: reader)
        // A busy machine: what isn't reported in time is typed as where nothing is known.
        chain.readingTimeout = .seconds(30)
        var style = DictationRunner.Style()
        var options = TextOptions()
        options.punctuation = .spoken
        style.text.processor = TextProcessor(options)
        style.text.spacing = .auto
        style.passwords = passwords
        style.text.window = window
        style.text.lineBreaks = lineBreaks
        let cleaner = FakeCleaner()
        (cleaner.isAutomatic, cleaner.rewriter) = (false, rewriter)
        runner = DictationRunner(
            parts: .init(audio: audio, recognizer: recognizer, sinks: chain, cleaner: cleaner),
            rules: .patient, style: style)
        runner.start()
        recognizer.tell(.ready)
    }

    /// Returns when the window has reported its field.
    func isReported() async throws {
        chain.beginDictation()
        while chain.traits == nil {
            await chain.readDocument()
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
        chain.endDictation()
    }

    func begin() {
        runner.send(.command(.start))
        audio.tell(.started)
        audio.tell(.samples([1, 2, 3]))
    }

    /// Speaks once the window has reported its field, and returns when the dictation has ended.
    func dictate(_ words: String) async throws {
        begin()
        while chain.traits == nil {
            await chain.readDocument()
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
        runner.send(.command(.stop))
        recognizer.tell(.utterance(words))
        recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        try await waitUntil("the dictation has ended") {
            runner.display.state == .idle
        }
    }

    func close() { chain.close() }
}

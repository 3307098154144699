import Dictation
import DocumentATSPI
import LinuxRuntime
import Session
import SinkChains
import SinkIBus
import TestSupport
import Testing
import TextEditing
import TextProcessing

/// Dictations through IBus into the field that has the focus, of words that a test gives.
@EventLoopActor
final class FieldStage {
    let sink: IBusSink
    let chain: SinkChain
    let runner: DictationRunner
    private let reader: ATSPIDocument
    private let audio = FakeAudioSource()
    private let recognizer = FakeRecognizer()

    /// - Parameters:
    ///   - window: the kind of the window that has the focus; nil if it is unknown.
    ///   - lineBreaks: as `[output] line_breaks`.
    init(
        _ options: IBusSinkOptions, passwords: PasswordPolicy = .refuse,
        window: WindowKind? = nil, lineBreaks: LineBreakStyle = .auto
    ) {
        sink = IBusSink(options)
        reader = ATSPIDocument(environment: options.environment, texts: .untoldToInputMethods)
        chain = SinkChain([sink], reader: reader)
        var rules = DictationRules.patient
        rules.commit = .auto
        var style = DictationRunner.Style()
        style.text.processor = TextProcessor(TextOptions())
        style.text.spacing = .auto
        style.passwords = passwords
        style.text.window = window
        style.text.lineBreaks = lineBreaks.suiting(window).cleaning
        style.text.keepsLinesInText = lineBreaks.suiting(window) == .auto
        runner = DictationRunner(
            parts: .init(audio: audio, recognizer: recognizer, sinks: chain), rules: rules,
            style: style)
        runner.start()
        recognizer.tell(.ready)
    }

    /// Begins a dictation, and returns when the field is known or remains unknown.
    func start() async throws {
        runner.send(.command(.start))
        audio.tell(.started)
        audio.tell(.samples([1, 2, 3]))
        await sink.findField()
        await reader.findField()
    }

    /// Looks at the field again until it is as expected, for keys have their effect some time later;
    /// for ten seconds.
    func look(until isExpected: (SinkChain) -> Bool) async throws {
        let deadline = Deadline(.seconds(10))
        while !isExpected(chain), deadline.remaining > .zero {
            await sink.readDocument()
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
    }

    /// What screen readers are told, where that is read.
    var contextToldScreenReaders: String? { reader.contextBeforeInput }

    func hear(_ words: String) { recognizer.tell(.partial(words)) }

    /// Ends the dictation with these words; returns when they are typed.
    func finish(_ words: String) async throws {
        runner.send(.command(.stop))
        recognizer.tell(.utterance(words))
        recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        try await waitUntil("it is typed") { runner.display.state == .idle }
        if let notice = runner.display.notice, notice.severity != .info {
            Issue.record("\(notice.message)")
        }
    }
}

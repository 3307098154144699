import Dictation
import DictationParts
import DocumentATSPI
import History
import LinuxRuntime
import Session
import TestSupport
import Testing
import TextEditing
import TextProcessing

@testable import SinkChains

/// Somebody who dictates into a document, once it has reported its text.
@EventLoopActor
final class DocumentSpeaker {
    /// Whether a selection is known only once a screen reader has asked for it.
    var readsSelection = false
    /// What a window reports of its field in any case.
    enum Report: Sendable {
        /// The text around the cursor.
        case text
        /// The kind of field alone, as to IBus where it is empty.
        case kind
        case nothing
    }
    var report = Report.text
    /// By voice or by hand.
    private(set) var corrections: [Correction] = []
    private let runner: DictationRunner
    private let audio = FakeAudioSource()
    private let recognizer = FakeRecognizer()
    private let chain: SinkChain
    private let reader: ATSPIDocument?
    /// The window's, for failures.
    private let name: String

    /// - Parameter kind: what the program takes the window for.
    init(
        _ chain: SinkChain, _ reader: ATSPIDocument? = nil, windows: (any WindowFocus)? = nil,
        taken kind: WindowKind? = nil, name: String
    ) {
        (self.chain, self.reader, self.name) = (chain, reader, name)
        // A busy machine: what isn't reported in time is typed as where nothing is known.
        chain.readingTimeout = .seconds(30)
        var rules = DictationRules.patient
        rules.commit = .auto
        var style = DictationRunner.Style()
        style.text.processor = TextProcessor(TextOptions())
        style.text.spacing = .auto
        style.text.window = kind
        style.text.keepsLinesInText = true
        var parts = DictationRunner.Parts(audio: audio, recognizer: recognizer, sinks: chain)
        parts.windows = windows
        runner = DictationRunner(parts: parts, rules: rules, style: style)
        runner.start()
        runner.onCorrections = { [weak self] in self?.corrections += $0.made }
        recognizer.tell(.ready)
    }

    /// Speaks once the window has reported its text, and returns when the dictation has ended.
    ///
    /// - Parameters:
    ///   - selected: what the user has selected.
    ///   - before: the text before the cursor, for which nobody waits longer than it takes to speak; nil
    ///     if no key has moved it.
    func dictate(_ words: String, over selected: String, behind before: String? = nil) async throws
    {
        runner.send(.command(.start))
        audio.tell(.started)
        audio.tell(.samples([1, 2, 3]))
        // Nobody speaks before that.
        try await waitForReport("a text") {
            switch report {
            case .text: chain.contextBeforeInput != nil
            case .kind: chain.traits != nil
            case .nothing: true
            }
        }
        await chain.findField()
        if let before { _ = await chain.contextBeforeInput(within: .seconds(2)) { $0 == before } }
        // The user sees it before speaking.
        try await waitForReport("“\(selected)” as the selection") {
            readsSelection
                ? reader?.selectedText == selected
                : selected.isEmpty || chain.selectedText == selected
        }
        recognizer.tell(.partial(words.split(separator: " ").first.map(String.init) ?? words))
        runner.send(.command(.stop))
        recognizer.tell(.utterance(words))
        recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        try await waitUntil("the dictation has ended") { runner.display.state == .idle }
    }

    private func waitForReport(_ what: String, _ isReported: () -> Bool) async throws {
        let deadline = MonotonicClock.nanoseconds + 60_000_000_000
        while !isReported() {
            try #require(
                MonotonicClock.nanoseconds < deadline,
                """
                instead of \(what), \(name) reports “\(chain.contextBeforeInput ?? "nothing")”, \
                selected “\(chain.selectedText ?? "nothing")”
                """)
            await chain.readDocument()
            if readsSelection { await reader?.read(within: .seconds(30)) }
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
    }

    /// Whether the window has reported that the last text has arrived; nil if it reports neither.
    var isConfirmed: Bool? { runner.timing.confirmed }

    /// The text that was typed last.
    var typed: String { runner.history.entries.last?.record.text ?? "" }

    /// What the user was told last.
    var notice: String { runner.display.notice?.message ?? "no notice" }
}

import CTranscribe
import Dictation
import Problems

/// Computes with a model. To be used by one thread; sessions of one model take turns.
final class TranscribeSession {
    /// The outcome of a computation.
    enum Outcome: Hashable {
        case done
        /// Its result is no longer wanted.
        case aborted
        /// The model repeated itself, or found no end.
        case cut
        case tooShort
    }

    /// The number of threads that compute.
    let threads: Int
    private let model: TranscribeModel
    private let session: OpaquePointer
    /// The library's callback has a pointer to it: it lives as long as the session.
    private let question: AbortQuestion

    private var facts: TranscribeModel.Facts { model.facts }
    private var library: TranscribeLibrary { model.library }

    /// - Parameter shouldAbort: asked between the steps of a computation, on its thread.
    init(
        _ model: TranscribeModel, threads: Int, shouldAbort: @escaping @Sendable () -> Bool
    ) throws(Problem) {
        (self.model, self.threads) = (model, threads)
        question = AbortQuestion(ask: shouldAbort)
        session = try model.beginSession(threads: threads)
        utter_transcribe_set_abort(
            library.functions, session, AbortQuestion.callback,
            Unmanaged.passUnretained(question).toOpaque())
    }

    deinit {
        utter_transcribe_free_session(library.functions, session)
    }

    // MARK: At once

    /// Recognises some samples (16 kHz mono); then ``text`` and ``timedWords`` are theirs.
    ///
    /// - Parameter prompt: the text that comes before them, for a Whisper.
    func run(_ samples: [Int16], after prompt: String? = nil) throws(Problem) -> Outcome {
        // The shortest that all models take: one second.
        let missing = max(0, AudioFormat.rate - samples.count)
        let padded = missing == 0 ? samples : samples + [Int16](repeating: 0, count: missing)
        let status = model.withWishes(prompt: prompt) { wishes in
            utter_transcribe_run(
                library.functions, session, padded, Int32(padded.count), wishes)
        }
        return try outcome(of: status, "recognise")
    }

    /// The text of the last run.
    var text: String {
        utter_transcribe_text(library.functions, session).map { String(cString: $0) } ?? ""
    }

    /// The words of the last run with their times from its first sample; empty if the model has no
    /// times.
    var timedWords: [RecognizedWord] {
        guard facts.hasWordTimes else { return [] }
        var words: [RecognizedWord] = []
        for index in 0..<utter_transcribe_word_count(library.functions, session) {
            var word = utter_transcribe_word()
            guard utter_transcribe_get_word(library.functions, session, index, &word) else {
                continue
            }
            let text = String(cString: word.text)
            guard let start = text.firstIndex(where: { !$0.isWhitespace }) else { continue }
            words.append(
                RecognizedWord(
                    String(text[start...]), start: .milliseconds(max(0, word.start)),
                    end: .milliseconds(max(0, word.end)),
                    // A model that doesn't say is as good as sure.
                    confidence: word.confidence < 0 ? 1 : min(1, word.confidence)))
        }
        return words
    }

    // MARK: As a stream

    func beginStream() throws(Problem) -> Outcome {
        let status = model.withWishes { wishes in
            utter_transcribe_stream_begin(library.functions, session, wishes)
        }
        return try outcome(of: status, "begin to recognise")
    }

    /// Takes the next samples; `text` is another one now, if there is.
    func feedStream(
        _ samples: some Collection<Int16>
    ) throws(Problem) -> (outcome: Outcome, text: String?) {
        guard !samples.isEmpty else { return (.done, nil) }
        var isChanged = false
        let status = Array(samples).withUnsafeBufferPointer { samples in
            utter_transcribe_stream_feed(
                library.functions, session, samples.baseAddress, Int32(samples.count), &isChanged)
        }
        let outcome = try outcome(of: status, "recognise")
        return (outcome, isChanged && outcome == .done ? streamText(isFinal: false) : nil)
    }

    /// The whole text.
    func finishStream() throws(Problem) -> (outcome: Outcome, text: String) {
        let status = utter_transcribe_stream_finish(library.functions, session)
        let outcome = try outcome(of: status, "recognise")
        return (outcome, outcome == .aborted ? "" : streamText(isFinal: true))
    }

    /// While it goes on, what was committed counts, so that no word flickers; at the end, what the
    /// model says.
    private func streamText(isFinal: Bool) -> String {
        var text = utter_transcribe_stream_text()
        guard utter_transcribe_stream_get_text(library.functions, session, &text) == 0 else {
            return ""
        }
        return isFinal
            ? String(cString: text.full)
            : String(cString: text.committed) + String(cString: text.tentative)
    }

    // MARK: Statuses and wishes

    private func outcome(of status: Int32, _ verb: String) throws(Problem) -> Outcome {
        switch Int(status) {
        case UTTER_TRANSCRIBE_OK: return .done
        case UTTER_TRANSCRIBE_ABORTED: return .aborted
        case UTTER_TRANSCRIBE_TRUNCATED, UTTER_TRANSCRIBE_REPETITION: return .cut
        case UTTER_TRANSCRIBE_TOO_SHORT: return .tooShort
        default:
            throw Problem(
                "cannot \(verb) with the speech model “\(model.name)”",
                why: library.words(for: status),
                remedy: "If it happens again, take another model.")
        }
    }
}

/// The question that the library asks in the middle of a computation.
private final class AbortQuestion: Sendable {
    let ask: @Sendable () -> Bool

    init(ask: @escaping @Sendable () -> Bool) {
        self.ask = ask
    }

    static let callback: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { pointer in
        guard let pointer else { return false }
        return Unmanaged<AbortQuestion>.fromOpaque(pointer).takeUnretainedValue().ask()
    }
}

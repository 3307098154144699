import CTranscribe
import Dictation
import Problems
import SystemPackage
import TranscribeCppFiles

/// A loaded model and the one session that computes with it. To be used by one thread.
final class TranscribeSession {
    /// What the library says of the model.
    struct Facts: Hashable {
        enum Stream: Hashable {
            case none
            case made
            /// Made for it, and too dear for few cores.
            case dear
            /// Computes each piece of sound many times.
            case buffered
        }
        let stream: Stream
        let hasWordTimes: Bool
        let takesVocabulary: Bool
        /// The longest sound of a run, in samples; nil: unlimited.
        let longest: Int?
        let architecture: String
        /// What it runs on: `cpu`.
        let backend: String
    }

    /// What a computation came to.
    enum Outcome: Hashable {
        case done
        /// Its result is no longer wanted.
        case aborted
        /// The model repeated itself, or found no end.
        case cut
        case tooShort
    }

    let facts: Facts
    private let library: TranscribeLibrary
    private let model: OpaquePointer
    private let session: OpaquePointer
    private let name: String
    /// The library's callback has a pointer to it: it lives as long as the session.
    private let question: AbortQuestion
    /// NUL-terminated. The library copies what it needs.
    private let language: [CChar]?
    private let words: [[CChar]]

    /// Loads a model.
    ///
    /// - Parameter language: in the model's form; nil for none.
    init(
        _ configuration: TranscribeCppConfiguration, language: String?, threads: Int,
        shouldAbort: @escaping @Sendable () -> Bool
    ) throws(Problem) {
        library = try TranscribeLibrary.open(configuration.library)
        name = "\(configuration.model.path)"
        question = AbortQuestion(ask: shouldAbort)
        (model, session) = try Self.load(library, configuration, threads)
        var facts = utter_transcribe_facts()
        let status = utter_transcribe_get_facts(library.functions, model, &facts)
        self.facts = Facts(facts)
        self.language = language.map { Array($0.utf8CString) }
        words = facts.takes_vocabulary ? configuration.words.map { Array($0.utf8CString) } : []
        guard status == 0, facts.recognizes else {
            throw Problem(
                "cannot recognise with the speech model “\(name)”",
                why: status == 0 ? "it is for another task" : library.words(for: status),
                remedy: "Take another; “utter models” lists them.")
        }
        utter_transcribe_set_abort(
            library.functions, session, AbortQuestion.callback,
            Unmanaged.passUnretained(question).toOpaque())
    }

    deinit {
        utter_transcribe_free_session(library.functions, session)
        utter_transcribe_free_model(library.functions, model)
    }

    private static func load(
        _ library: TranscribeLibrary, _ configuration: TranscribeCppConfiguration, _ threads: Int
    ) throws(Problem) -> (model: OpaquePointer, session: OpaquePointer) {
        var (model, session): (OpaquePointer?, OpaquePointer?)
        utter_transcribe_forget_lines()
        var status = utter_transcribe_load(
            library.functions, configuration.model.path.string, configuration.device == .gpu,
            &model)
        if status == 0, let model {
            status = utter_transcribe_begin_session(
                library.functions, model, Int32(threads), &session)
            if status == 0, let session { return (model, session) }
            utter_transcribe_free_model(library.functions, model)
        }
        let line = TranscribeLibrary.lastLine
        let why = library.words(for: status)
        throw Problem(
            "cannot load the speech model “\(configuration.model.path)”",
            why: line.isEmpty ? why : "\(why): \(line)",
            remedy: remedy(for: Int(status)))
    }

    private static func remedy(for status: Int) -> String {
        switch status {
        case UTTER_TRANSCRIBE_OUT_OF_MEMORY: "Take a smaller model; “utter models” lists them."
        case UTTER_TRANSCRIBE_DAMAGED: "Get it again; “utter models” says where."
        default: "Take another model; “utter models” lists them."
        }
    }

    // MARK: At once

    /// Recognises some samples (16 kHz mono); then ``text`` and ``words`` are theirs.
    func run(_ samples: [Int16]) throws(Problem) -> Outcome {
        // The shortest that all models take: one second.
        let missing = max(0, AudioFormat.rate - samples.count)
        let padded = missing == 0 ? samples : samples + [Int16](repeating: 0, count: missing)
        let status = withWishes { wishes in
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
        let status = withWishes { wishes in
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
                "cannot \(verb) with the speech model “\(name)”", why: library.words(for: status),
                remedy: "If it happens again, take another model.")
        }
    }

    private func withWishes(
        _ body: (UnsafePointer<utter_transcribe_wishes>) -> Int32
    ) -> Int32 {
        // One array with all words, and pointers into it: valid within these closures only.
        var bytes: [CChar] = []
        let starts = words.map { word in
            defer { bytes += word }
            return bytes.count
        }
        return bytes.withUnsafeBufferPointer { bytes in
            let pointers = starts.map { start in bytes.baseAddress.map { $0 + start } }
            return pointers.withUnsafeBufferPointer { vocabulary in
                (language ?? [0]).withUnsafeBufferPointer { told in
                    var wishes = utter_transcribe_wishes()
                    wishes.language = language == nil ? nil : told.baseAddress
                    wishes.vocabulary = vocabulary.baseAddress
                    wishes.vocabulary_count = Int32(vocabulary.count)
                    wishes.word_times = facts.hasWordTimes
                    return body(&wishes)
                }
            }
        }
    }
}

extension TranscribeSession.Facts {
    fileprivate init(_ facts: utter_transcribe_facts) {
        stream =
            switch facts.stream {
            case UTTER_TRANSCRIBE_STREAM: .made
            case UTTER_TRANSCRIBE_DEAR_STREAM: .dear
            case UTTER_TRANSCRIBE_BUFFERED_STREAM: .buffered
            default: .none
            }
        hasWordTimes = facts.has_word_times
        takesVocabulary = facts.takes_vocabulary
        longest = facts.longest > 0 ? Int(facts.longest) * (AudioFormat.rate / 1000) : nil
        architecture = facts.architecture.map { String(cString: $0) } ?? ""
        backend = facts.backend.map { String(cString: $0) } ?? ""
    }
}

/// What the library asks in the middle of a computation.
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

import CTranscribe
import Dictation
import Problems
import SystemPackage
import TranscribeCppFiles

/// A loaded model.
final class TranscribeModel {
    /// The library's description of the model.
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
        /// A Whisper takes words, too, but as a prompt: with a list of them it writes few marks and
        /// other words worse, and the library refuses to run with words and a prompt.
        let takesVocabulary: Bool
        let isWhisper: Bool
        /// The times that a run writes beside the words.
        var times: utter_transcribe_times {
            if hasWordTimes { return UTTER_TRANSCRIBE_WORD_TIMES }
            return isWhisper ? UTTER_TRANSCRIBE_SEGMENT_TIMES : UTTER_TRANSCRIBE_NO_TIMES
        }
        /// The longest sound of a run, in samples; nil: unlimited.
        let longest: Int?
        let architecture: String
        /// The backend that it runs on: `cpu`.
        let backend: String
    }

    let facts: Facts
    let library: TranscribeLibrary
    /// Its path, for messages.
    let name: String
    private let model: OpaquePointer
    /// NUL-terminated. The library copies what it needs.
    private let language: [CChar]?
    private let words: [[CChar]]
    private let translates: Bool

    /// Loads a model.
    ///
    /// - Parameters:
    ///   - language: in the model's form; nil for none.
    ///   - file: a copy of the model's file that is loaded in its place.
    init(
        _ configuration: TranscribeCppConfiguration, language: String?, from file: FilePath? = nil
    ) throws(Problem) {
        library = try TranscribeLibrary.open(configuration.library)
        name = "\(configuration.model.path)"
        model = try Self.load(file ?? configuration.model.path, library, configuration)
        var facts = utter_transcribe_facts()
        let status = utter_transcribe_get_facts(library.functions, model, &facts)
        self.facts = Facts(facts)
        self.language = language.map { Array($0.utf8CString) }
        translates = configuration.translates
        words = self.facts.takesVocabulary ? configuration.words.map { Array($0.utf8CString) } : []
        guard status == 0, facts.recognizes else {
            throw Problem(
                "cannot recognise with the speech model “\(name)”",
                why: status == 0 ? "it is for another task" : library.words(for: status),
                remedy: "Take another; “utter models” lists them.")
        }
    }

    deinit {
        utter_transcribe_free_model(library.functions, model)
    }

    private static func load(
        _ file: FilePath, _ library: TranscribeLibrary, _ configuration: TranscribeCppConfiguration
    ) throws(Problem) -> OpaquePointer {
        var model: OpaquePointer?
        utter_transcribe_forget_lines()
        let status = utter_transcribe_load(
            library.functions, file.string, configuration.device == .gpu, &model)
        guard status == 0, let model else {
            throw problem(with: status, of: "\(configuration.model.path)", library)
        }
        return model
    }

    /// The library's object for a ``TranscribeSession``, which frees it before this model goes.
    func beginSession(threads: Int) throws(Problem) -> OpaquePointer {
        var session: OpaquePointer?
        let status = utter_transcribe_begin_session(
            library.functions, model, Int32(threads), &session)
        guard status == 0, let session else {
            throw Self.problem(with: status, of: name, library)
        }
        return session
    }

    /// Why it can't be loaded.
    private static func problem(
        with status: Int32, of name: String, _ library: TranscribeLibrary
    ) -> Problem {
        let line = TranscribeLibrary.lastLine
        let why = library.words(for: status)
        return Problem(
            "cannot load the speech model “\(name)”",
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

    /// Passes what a computation is to be told.
    ///
    /// - Parameter prompt: what comes before the sound of a run, for a Whisper.
    func withWishes(
        prompt: String? = nil, _ body: (UnsafePointer<utter_transcribe_wishes>) -> Int32
    ) -> Int32 {
        let prompt = prompt.map { Array($0.utf8CString) }
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
                    (prompt ?? [0]).withUnsafeBufferPointer { prompted in
                        var wishes = utter_transcribe_wishes()
                        wishes.language = language == nil ? nil : told.baseAddress
                        wishes.translates = translates
                        wishes.vocabulary = vocabulary.baseAddress
                        wishes.vocabulary_count = Int32(vocabulary.count)
                        wishes.times = facts.times
                        wishes.one_temperature = facts.isWhisper
                        wishes.prompt = prompt == nil ? nil : prompted.baseAddress
                        return body(&wishes)
                    }
                }
            }
        }
    }
}

extension TranscribeModel.Facts {
    fileprivate init(_ facts: utter_transcribe_facts) {
        stream =
            switch facts.stream {
            case UTTER_TRANSCRIBE_STREAM: .made
            case UTTER_TRANSCRIBE_DEAR_STREAM: .dear
            case UTTER_TRANSCRIBE_BUFFERED_STREAM: .buffered
            default: .none
            }
        hasWordTimes = facts.has_word_times
        takesVocabulary = facts.takes_vocabulary && !facts.is_whisper
        isWhisper = facts.is_whisper
        longest = facts.longest > 0 ? Int(facts.longest) * (AudioFormat.rate / 1000) : nil
        architecture = facts.architecture.map { String(cString: $0) } ?? ""
        backend = facts.backend.map { String(cString: $0) } ?? ""
    }
}

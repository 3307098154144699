import CVosk
import Dictation
import Problems
import SystemPackage
import VoskFiles

/// Vosk with its model loaded. To be used on one thread.
final class VoskDecoder {
    private let library: VoskLibrary
    /// VoskModel*.
    private let model: OpaquePointer
    /// VoskRecognizer*. One for all dictations: it caches what it has composed of its graph.
    private let recognizer: OpaquePointer
    /// The number of samples of all dictations, the base of the recogniser's times.
    private var sampleCount = 0
    private var sampleCountAtStart = 0
    /// Whether it got samples since the last `final`.
    private var isOpen = false

    /// Loads a model: half a second and 100 MB for small models, many seconds and gigabytes for
    /// large ones.
    init(_ configuration: VoskConfiguration) throws(Problem) {
        if let problem = configuration.model.problem { throw problem }
        if let problem = configuration.libraryProblem { throw problem }
        library = try .open(configuration.library)
        let path = configuration.model.path
        guard let model = utter_vosk_model(library.functions, path.string) else {
            throw Problem(
                "cannot load the speech model “\(path)”",
                why: "Vosk refuses it; its message is above in the log",
                remedy: "Unpack the model's archive again; “utter models” says where to get it.")
        }
        guard
            let recognizer = utter_vosk_recognizer(
                library.functions, model, Float(AudioFormat.rate))
        else {
            utter_vosk_free_model(library.functions, model)
            throw Problem(
                "cannot recognise with the speech model “\(path)”",
                why: "its parts don't fit together; Vosk’s message is above in the log",
                remedy: "Unpack the model's archive again, or take another model.")
        }
        self.model = model
        self.recognizer = recognizer
    }

    deinit {
        utter_vosk_free_recognizer(library.functions, recognizer)
        utter_vosk_free_model(library.functions, model)
    }

    /// Aborts the current utterance; times count from here.
    func begin() throws(Problem) {
        // A reset only drops the search: sound in the features' pipeline would be decoded into the
        // next dictation. The final result empties that, but only during an utterance, so one is
        // begun.
        if isOpen {
            _ = try accept(Self.silence)
            _ = try final
        }
        utter_vosk_reset(library.functions, recognizer)
        sampleCountAtStart = sampleCount
    }

    /// A tenth of a second of silence, never freed.
    // nonisolated(unsafe): never written to.
    nonisolated(unsafe) private static let silence = {
        let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: AudioFormat.rate / 10)
        samples.initialize(repeating: 0)
        return UnsafeBufferPointer(samples)
    }()

    /// Decodes some samples (16 kHz mono). Returns whether an utterance ended.
    func accept(_ samples: UnsafeBufferPointer<Int16>) throws(Problem) -> Bool {
        sampleCount += samples.count
        isOpen = true
        let result = utter_vosk_accept(
            library.functions, recognizer, samples.baseAddress, Int32(samples.count))
        guard result >= 0 else {
            throw Problem(
                "Vosk cannot continue decoding", why: "its message is above in the log",
                remedy: "If it happens again, take another model.")
        }
        return result > 0
    }

    /// The words of the current utterance so far; empty if there are none.
    var partial: String {
        get throws(Problem) {
            try VoskAnswer(utter_vosk_partial_of(library.functions, recognizer)).partial
        }
    }

    /// The utterance that has ended.
    var result: (text: String, words: [RecognizedWord]) {
        get throws(Problem) {
            try utterance(utter_vosk_result_of(library.functions, recognizer))
        }
    }

    /// The last utterance, when no more samples come.
    var final: (text: String, words: [RecognizedWord]) {
        get throws(Problem) {
            isOpen = false
            return try utterance(utter_vosk_final_of(library.functions, recognizer))
        }
    }

    private func utterance(
        _ json: UnsafePointer<CChar>?
    ) throws(Problem) -> (text: String, words: [RecognizedWord]) {
        let answer = try VoskAnswer(json)
        return (answer.text, answer.words(after: AudioFormat.duration(samples: sampleCountAtStart)))
    }
}

import Dictation
import Problems
import RecognizerTranscribeCpp
import SpeechWorkerProtocol
import Synchronization
import SystemPackage
import TestSupport
import TranscribeCppFiles

@testable import TranscribeCppDecoding

/// The real library, fetched by `make` (packaging/get-transcribe).
let realLibrary = FilePath(
    Project.path(".build/transcribe"))

/// The weights of the network that detects speech.
let voiceNetwork = realLibrary.appending("silero_vad_16k.safetensors")

/// An engine, fed as the decoding thread feeds it.
final class Transcribing {
    /// Whether the computation under way is to be ended, and after how many questions.
    final class Abortion: DecodingDemand {
        private let left = Mutex<Int?>(nil)
        private let last = Mutex<(samples: [Int16], questions: Int)?>(nil)

        func abort(after questions: Int?) {
            left.withLock { $0 = questions }
        }

        /// Makes the end of the dictation known, after so many questions; nil: it isn't known.
        func end(with samples: [Int16]?, after questions: Int = 0) {
            last.withLock { $0 = samples.map { ($0, questions) } }
        }

        var isAbandoned: Bool {
            left.withLock { left in
                guard let count = left else { return false }
                left = max(0, count - 1)
                return count == 0
            }
        }

        var lastSamples: [Int16]? {
            last.withLock { last in
                guard let (samples, questions) = last else { return nil }
                last?.questions = max(0, questions - 1)
                return questions == 0 ? samples : nil
            }
        }
    }

    let engine: TranscribeCppEngine
    let abortion = Abortion()
    private(set) var events: [RecognizerEvent] = []

    /// - Parameter factor: the computer's speed with the model, or nil to measure it: tests that
    ///   expect a fast one run on busy machines, too.
    init(_ configuration: TranscribeCppConfiguration, factor: Double? = 0.01) throws(Problem) {
        var configuration = configuration
        configuration.speed = factor.map {
            MeasuredSpeed(seconds: $0, threads: configuration.threads ?? 1)
        }
        engine = try TranscribeCppEngine(configuration, abortion)
    }

    convenience init(
        _ model: ToneGGUF, mode: TranscribeCppConfiguration.Mode, factor: Double? = 0.01
    ) throws(Problem) {
        try self.init(
            TranscribeCppConfiguration(
                library: realLibrary, model: TranscribeCppModel(FilePath(model.path)),
                language: LanguageTag("en-US"), mode: mode), factor: factor)
    }

    func feed(_ samples: [Int16], waiting: Int = 0) throws(Problem) {
        for start in stride(from: 0, to: samples.count, by: TranscribeCppEngine.block) {
            let block = Array(
                samples[start..<min(start + TranscribeCppEngine.block, samples.count)])
            try block.withUnsafeBufferPointer { samples throws(Problem) in
                try engine.decode(samples) { events.append($0) }
            }
            engine.keepUp(waiting: waiting) { events.append($0) }
        }
    }

    /// One dictation; returns its events.
    ///
    /// - Parameters:
    ///   - last: what comes at its end, with no time for another run.
    ///   - expected: what is known of it.
    func dictate(
        _ samples: [Int16], waiting: Int = 0, last: [Int16] = [], expected: ExpectedSpeech? = nil
    ) throws(Problem) -> [RecognizerEvent] {
        events = []
        try engine.begin(at: 0)
        engine.expect(expected)
        try feed(samples, waiting: waiting)
        try feed(last, waiting: 16_000)
        return try finish()
    }

    /// Ends a dictation; returns its events.
    func finish() throws(Problem) -> [RecognizerEvent] {
        try engine.finish { events.append($0) }
        return events
    }
}

extension [RecognizerEvent] {
    var partials: [String] {
        compactMap { if case .partial(let text) = $0 { text } else { nil } }
    }

    var utterances: [String] {
        compactMap { if case .utterance(let text) = $0 { text } else { nil } }
    }

    var words: [RecognizedWord] {
        flatMap { event -> [RecognizedWord] in
            if case .words(let words) = event { words } else { [] }
        }
    }

    var warnings: [Problem] {
        compactMap { if case .warning(let problem) = $0 { problem } else { nil } }
    }
}

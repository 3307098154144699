import Dictation
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport

@testable import SpeechWorker
@testable import SpeechWorkerProtocol

/// A recogniser whose engine is one of the program `trial-speech`.
@EventLoopActor
final class TrialWorker {
    let decoding: WorkerRecognizer
    let listener = RecognitionListener()
    /// Called with each event, after the listener.
    var onEvent: (RecognizerEvent) -> Void = { _ in }

    nonisolated static let block = 800

    init(
        _ engine: String = "trial", values: [String: String] = [:], readable: [String] = [],
        model: String = "/trial", usesGPU: Bool = false, limits: WorkerLimits = WorkerLimits()
    ) throws {
        let program = try Executable.path().removingLastComponent().appending("trial-speech")
        decoding = WorkerRecognizer(
            EngineConfiguration(
                engine: engine, model: model, values: values, readable: readable,
                usesGPU: usesGPU),
            limits: limits, program: program.string)
        prepare()
    }

    func prepare() {
        decoding.prepare { [unowned self] event in
            listener.hear(event)
            onEvent(event)
        }
    }

    /// Sound of words, each a block; 0 is a pause.
    nonisolated static func sound(_ words: some Sequence<Int16>) -> [Int16] {
        words.flatMap { [Int16](repeating: $0, count: block) }
    }

    /// Feeds as a microphone does.
    func feed(_ words: Int16...) {
        let sound = Self.sound(words)
        for start in stride(from: 0, to: sound.count, by: 160) {
            decoding.feed(Array(sound[start..<min(start + 160, sound.count)]))
        }
    }

    func until(
        _ what: String, _ isDone: @escaping @EventLoopActor (TrialWorker) -> Bool
    ) async throws {
        try await waitUntil("\(what)") { isDone(self) }
    }

    func isReady() async throws {
        try await until("it is ready") { $0.listener.events.contains(.ready) }
    }

    /// How many dictations or loads have ended.
    private var endCount: Int {
        listener.events.count { event in
            switch event {
            case .finished, .failed: true
            default: false
            }
        }
    }

    var hasEnded: Bool { endCount > 0 }

    func finish() async throws {
        let before = endCount
        decoding.finish()
        try await until("it ends") { $0.endCount > before }
    }

    var allWords: [RecognizedWord] {
        listener.events.flatMap { event -> [RecognizedWord] in
            if case .words(let words) = event { words } else { [] }
        }
    }
}

import Dictation
import LinuxRuntime
import Problems
import RecognizerPocketSphinx
import SpeechWorker

/// Collects a recogniser's events, and lets a test wait for them.
@EventLoopActor
final class Listener {
    private(set) var events: [RecognizerEvent] = []
    private var waiter: (isWanted: (RecognizerEvent) -> Bool, CheckedContinuation<Void, Never>)?

    func hear(_ event: RecognizerEvent) {
        events.append(event)
        if let (isWanted, continuation) = waiter, isWanted(event) {
            waiter = nil
            continuation.resume()
        }
    }

    /// Waits for the next such event.
    func next(where isWanted: @escaping (RecognizerEvent) -> Bool) async {
        await withCheckedContinuation { waiter = (isWanted, $0) }
    }

    func clear() { events = [] }

    var utterances: [String] {
        events.compactMap { if case .utterance(let words) = $0 { words } else { nil } }
    }

    /// The last sample whose words are final.
    var settled: Int {
        events.reduce(0) { last, event in
            if case .settled(let samples) = event { samples } else { last }
        }
    }

    var partials: [String] {
        events.compactMap { if case .partial(let words) = $0 { words } else { nil } }
    }

    var problem: Problem? {
        events.lazy.compactMap { if case .failed(let problem) = $0 { problem } else { nil } }.first
    }
}

func isEnd(_ event: RecognizerEvent) -> Bool {
    switch event {
    case .finished, .failed: true
    default: false
    }
}

/// One recogniser for many tests, because loading the model takes a second and 97 MB. Tests that
/// use it are serialised.
@EventLoopActor
enum SharedRecognizer {
    private static let recognizer = PocketSphinxRecognizer()

    /// The recogniser with its model loaded and not adapted to any voice.
    static func ready(_ listener: Listener) async throws -> PocketSphinxRecognizer {
        recognizer.prepare { listener.hear($0) }
        await listener.next { $0 == .ready || isEnd($0) }
        if let problem = listener.problem { throw problem }
        recognizer.forgetVoice()
        listener.clear()
        return recognizer
    }
}

extension PocketSphinxRecognizer {
    /// Dictates samples in pieces, and waits for the end.
    @EventLoopActor
    func dictate(_ samples: [Int16], pieces: Int, _ listener: Listener) async {
        begin()
        feedAll(samples, pieces: pieces)
        finish()
        await listener.next(where: isEnd)
    }

    @EventLoopActor
    func feedAll(_ samples: [Int16], pieces: Int) {
        for start in stride(from: 0, to: samples.count, by: pieces) {
            feed(Array(samples[start..<min(start + pieces, samples.count)]))
        }
    }
}

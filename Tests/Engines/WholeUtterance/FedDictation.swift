import Dictation
import LinuxRuntime
import RecognizerWholeUtterance
import TestSupport

/// A dictation with a server that a test feeds.
@EventLoopActor
final class FedDictation {
    let listener = RecognitionListener()
    let recognizer: ServerRecognizer
    private let server: TranscriptionServer

    init(
        _ server: TranscriptionServer, _ mode: String, limit: Duration,
        _ change: (inout ServerConfiguration) -> Void
    ) throws {
        self.server = server
        recognizer = try server.recognizer(mode, limit: limit, change)
        recognizer.prepare { [listener] in if $0 != .ready { listener.hear($0) } }
        recognizer.begin()
    }

    isolated deinit { recognizer.close() }

    /// Feeds it in blocks of 100 ms, as a microphone does.
    func feed(_ samples: [Int16]) {
        for start in stride(from: 0, to: samples.count, by: 1600) {
            recognizer.feed(Array(samples[start..<min(start + 1600, samples.count)]))
        }
    }

    func waitForWords() async throws {
        try await waitUntil("words show") { !listener.partials.isEmpty }
    }

    func end() async {
        recognizer.finish()
        await listener.waitForEnd()
    }
}

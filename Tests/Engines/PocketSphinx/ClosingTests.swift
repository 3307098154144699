import Dictation
import Glibc
import LinuxRuntime
import RecognizerPocketSphinx
import SpeechWorker
import TestSupport
import Testing

extension PocketSphinxTests {
    struct Closing {
        /// At different moments of its life, the process ends, and nothing is reported any more.
        @EventLoopActor @Test func leavesNothingBehind() async throws {
            for round in 0..<6 {
                let listener = Listener()
                var recognizer: PocketSphinxRecognizer? = PocketSphinxRecognizer()
                weak let remains = recognizer
                recognizer?.prepare { listener.hear($0) }
                let process = try #require(recognizer?.process)
                if round % 2 == 0 { await listener.next { $0 == .ready } }
                if round % 3 == 0 { recognizer?.begin() }
                recognizer?.close()
                listener.clear()
                recognizer = nil
                #expect(remains == nil)
                try await waitUntil("its process is gone") { !isRunning(process) }
                #expect(listener.events.isEmpty)
            }
        }

        @EventLoopActor @Test func needsNoModel() async throws {
            weak var remains: PocketSphinxRecognizer?
            do {
                let recognizer = PocketSphinxRecognizer()
                remains = recognizer
                recognizer.close()
                recognizer.close()
            }
            #expect(remains == nil)
        }
    }
}

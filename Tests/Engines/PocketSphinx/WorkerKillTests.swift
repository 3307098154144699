import Dictation
import Glibc
import LinuxRuntime
import RecognizerPocketSphinx
import SpeechWorker
import TestSupport
import Testing

extension PocketSphinxTests {
    /// The real engine in its process, killed again and again.
    @Suite(.needs("\(Recording.goForward)", package: "pocketsphinx-testdata"))
    struct WorkerKills {
        /// One dictation of a sentence again and again, with a pause after each. It lasts until
        /// there were 50 kills, each further on than the last, as the same sound may end only one;
        /// three at most before a sentence is settled.
        @EventLoopActor @Test(.timeLimit(.minutes(20)))
        func fiftyLoseNoWord() async throws {
            let sentence =
                try Recording.samples(of: contents(of: Recording.goForward))
                + [Int16](repeating: 0, count: AudioFormat.rate)
            let listener = Listener()
            let recognizer = PocketSphinxRecognizer()
            defer { recognizer.close() }
            recognizer.prepare { listener.hear($0) }
            recognizer.begin()
            var dictation = (fed: 0, sentences: 0)
            var random = SplitMix(seed: 16)
            var kills: [(position: Int, settled: Int)] = []
            while kills.count < 50, listener.problem == nil {
                if recognizer.unheard < sentence.count {
                    recognizer.feed(sentence)
                    dictation = (dictation.fed + sentence.count, dictation.sentences + 1)
                }
                try await EventLoop.shared.sleep(
                    for: .microseconds(Int.random(in: 0...40_000, using: &random)))
                guard let process = recognizer.process else { continue }
                // Stopped, so that it is known how far it came.
                kill(process, SIGSTOP)
                var (position, before) = (dictation.fed - recognizer.unheard, -1)
                while position != before {
                    before = position
                    try await EventLoop.shared.sleep(for: .milliseconds(5))
                    position = dictation.fed - recognizer.unheard
                }
                let settled = listener.settled
                let isFurther = position > max(kills.last?.position ?? 0, settled)
                let isAllowed = kills.count { $0.settled == settled } < 3
                guard isFurther, isAllowed else {
                    kill(process, SIGCONT)
                    continue
                }
                kills.append((position, settled))
                kill(process, SIGKILL)
                try await waitUntil("another one runs") { recognizer.process != process }
            }
            recognizer.finish()
            if listener.problem == nil { await listener.next(where: isEnd) }
            #expect(listener.problem == nil, "\(String(describing: listener.problem))")
            #expect(kills.count == 50)
            #expect(
                listener.utterances
                    == Array(repeating: "go forward ten meters", count: dictation.sentences))
        }
    }
}

import Dictation
import Glibc
import Problems
import SpeechWorkerProtocol
import UtterSpeech

/// An engine whose words are numbers: a block of samples of one value is a word, one of zeros a
/// pause, which ends the utterance. Negative values are what goes wrong.
final class TrialEngine: DecodingEngine {
    static let block = 800

    static let maker = EngineMaker("trial") { (configuration, demand) throws(Problem) in
        switch configuration.values["load"] {
        case "fails": throw Problem("cannot load", why: "as the test wishes")
        case "hangs": while true { sleep(1000) }
        case "computes": while true { _ = getpid() }
        case "crashes": abort()
        case "babbles":
            let bytes: [UInt8] = [255, 255, 255, 255, 1, 2, 3]
            _ = write(STDIN_FILENO, bytes, bytes.count)
        case "lies":
            let report = WorkerReport.decoded(1, dictation: 1).bytes
            _ = write(STDIN_FILENO, report, report.count)
        case "warns":
            let report = WorkerReport.warning(Problem("it may read all", why: "as told")).bytes
            _ = write(STDIN_FILENO, report, report.count)
        default: break
        }
        return TrialEngine(demand)
    }

    private let demand: any DecodingDemand
    private var words: [RecognizedWord] = []
    private var decoded = 0
    private var context: String?

    init(_ demand: any DecodingDemand) {
        self.demand = demand
    }

    func begin(at time: Int64) {
        words = []
        decoded = 0
    }

    func expect(_ speech: ExpectedSpeech?) { context = speech?.context }

    func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        decoded += samples.count
        switch samples[0] {
        case 0: endUtterance(tell)
        case -1: abort()
        case -2: while true { sleep(1000) }
        case -3: exit(0)
        case -4: throw Problem("cannot decode", why: "as the test wishes")
        case -5: while !demand.isAbandoned { usleep(1000) }
        case -7:
            // Until it knows that nothing more comes: the word is how many blocks do.
            while demand.lastSamples == nil { usleep(1000) }
            words.append(
                RecognizedWord(
                    "\(demand.lastSamples!.count / Self.block)", start: .zero, end: .zero,
                    confidence: 1))
        case -8:
            // As on a busy machine: it gets a tenth of a processor for three seconds.
            for _ in 0..<30 {
                let begin = clock()
                while clock() - begin < CLOCKS_PER_SEC / 100 {}
                usleep(90_000)
            }
        case -9: while true {}
        case -10:
            // The word is what it was told of the surroundings.
            words.append(
                RecognizedWord(context ?? "nothing", start: .zero, end: .zero, confidence: 1))
        case -11: Self.exitInLibrary()
        case -12:
            while !demand.isAbandoned { usleep(1000) }
            Self.exitInLibrary()
        case -6:
            // Between the words and how far they reach.
            tell(.words(words))
            tell(.utterance(text))
            abort()
        case let value:
            if words.isEmpty { tell(.speechStarted) }
            words.append(
                RecognizedWord(
                    "\(value)", start: AudioFormat.duration(samples: decoded - samples.count),
                    end: AudioFormat.duration(samples: decoded), confidence: 1))
            tell(.partial(text))
        }
    }

    private static func exitInLibrary() {
        LibraryExit.explained(by: { Problem("cannot decode", why: "the library ended it") }) {
            exit(1)
        }
    }

    func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}

    func finish(_ tell: (RecognizerEvent) -> Void) { endUtterance(tell) }

    func forgetVoice() {}

    private var text: String { words.map(\.text).joined(separator: " ") }

    private func endUtterance(_ tell: (RecognizerEvent) -> Void) {
        guard !words.isEmpty else { return }
        tell(.speechEnded)
        tell(.words(words))
        tell(.utterance(text))
        tell(.settled(samples: decoded))
        words = []
    }
}

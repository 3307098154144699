import Dictation
import LinuxRuntime
import SpeechDecoding

/// What runs on the decoding thread: loads the model, decodes, reports.
///
/// It cuts the sound as the library's own program `pocketsphinx_continuous` does (continuous.c):
/// blocks of 2048 samples, a look after each whether it was speech, and a new utterance when
/// speech has ended. The same blocks make the same words. Who speaks without such a pause gets a
/// cut between words, so that little is left to do when they stop, however long they spoke.
///
/// On a machine too busy for that, the next utterance is searched quickly, and the present one is
/// cut to come to that: the library can't narrow its beams within an utterance.
struct DecodingThread: ~Copyable {
    /// Samples: 128 ms.
    static let block = 2048
    /// Frames of an utterance after which it is cut between two words: 15 s.
    private static let longUtterance = 1500
    /// Frames after which it is cut anywhere: 30 s.
    private static let longestUtterance = 3000
    /// The same where time is short: 1 s and 3 s.
    private static let hurried = (long: 100, longest: 300)

    let configuration: PocketSphinxConfiguration
    let queue: DecodingQueue
    private var hearing: Hearing?
    /// Why there is no decoder.
    private var problem: Problem
    /// The dictation that was begun and neither finished nor given up.
    private var dictation: Int?
    private var isInSpeech = false
    private var pace = Pace(begin: 0)
    /// Samples of the dictation that were decoded.
    private var decodedCount = 0
    private var hasToldOfHurry = false
    private var partial = ""

    init(_ configuration: PocketSphinxConfiguration, _ queue: DecodingQueue) {
        self.configuration = configuration
        self.queue = queue
        problem = Problem(
            "cannot recognise speech", why: "the speech model “\(configuration.model)”"
                + " is not loaded")
    }

    /// Serves the queue until it is closed.
    mutating func run() {
        while let commands = queue.takeCommands() {
            for command in commands { handle(command) }
        }
    }

    private mutating func handle(_ command: DecodingCommand) {
        if let wanted = command.dictation, !queue.isWanted(wanted) { return }
        switch command {
        case .load:
            load()
        case .begin(let dictation, let time):
            self.dictation = dictation
            pace = Pace(begin: time)
            decodedCount = 0
            hasToldOfHurry = false
            attempt { this, hearing throws(Problem) in
                try hearing.endUtterance()
                try this.startUtterance(hearing)
            }
        case .samples(let samples, let dictation):
            samples.withUnsafeBufferPointer { decode($0, of: dictation) }
        case .finish(let dictation, let since, let backlog):
            finish(dictation, since: since, backlog: backlog)
        case .forgetVoice:
            attempt { _, hearing throws(Problem) in try hearing.forgetVoice() }
        }
    }

    private mutating func load() {
        do throws(Problem) {
            if hearing == nil { hearing = try Hearing(configuration) }
            queue.report(.event(.ready))
        } catch {
            problem = error
            queue.report(.event(.failed(error)))
        }
    }

    private mutating func decode(_ samples: UnsafeBufferPointer<Int16>, of dictation: Int) {
        for start in stride(from: 0, to: samples.count, by: Self.block) {
            // A cancelled dictation may have a long backlog.
            guard queue.isWanted(dictation) else { return }
            let block = samples[start..<min(start + Self.block, samples.count)]
            if self.dictation == dictation {
                attempt { this, hearing throws(Problem) in
                    try this.decode(UnsafeBufferPointer(rebasing: block), with: hearing)
                }
            }
            queue.decoded(block.count, of: dictation)
            notePace(block.count, of: dictation)
        }
    }

    private mutating func decode(
        _ block: UnsafeBufferPointer<Int16>, with hearing: Hearing
    ) throws(Problem) {
        try hearing.process(block)
        let wasInSpeech = isInSpeech
        isInSpeech = hearing.isInSpeech
        if isInSpeech {
            if !wasInSpeech { tell(.speechStarted) }
            let words = hearing.hypothesis
            if words != partial, !words.isEmpty {
                partial = words
                tell(.partial(words))
            }
            if shouldCut(hearing) {
                try endUtterance(hearing, goesOn: true)
                try startUtterance(hearing, goesOn: true)
            }
        } else if wasInSpeech {
            tell(.speechEnded)
            try endUtterance(hearing)
            try startUtterance(hearing)
        }
    }

    private func shouldCut(_ hearing: Hearing) -> Bool {
        let isHurried = pace.isBehind && !hearing.isQuick
        let long = isHurried ? Self.hurried.long : Self.longUtterance
        let longest = isHurried ? Self.hurried.longest : Self.longestUtterance
        return hearing.length > longest || hearing.length > long && hearing.isBetweenWords
    }

    private mutating func notePace(_ count: Int, of dictation: Int) {
        guard self.dictation == dictation else { return }
        decodedCount += count
        let waiting = queue.backlog(of: dictation)
        pace.note(
            heard: decodedCount + waiting, waiting: waiting, now: MonotonicClock.nanoseconds)
        guard pace.isBehind, !hasToldOfHurry else { return }
        hasToldOfHurry = true
        let seconds = waiting / AudioFormat.rate
        tell(
            .warning(
                Problem(
                    "speech is recognised less carefully",
                    why: "the computer is too busy to keep up: \(seconds) s of speech wait",
                    remedy: "End what keeps it busy, or set maxhmmpf lower in"
                        + " [recognizer.options].")))
    }

    private mutating func finish(_ dictation: Int, since: Int64, backlog: Int) {
        guard self.dictation == dictation else { return }
        attempt { this, hearing throws(Problem) in
            if this.isInSpeech {
                try this.endUtterance(hearing)
            } else {
                try hearing.endUtterance()
            }
            let tail = MonotonicClock.nanoseconds - since
            this.tell(
                .finished(
                    RecognitionTiming(
                        backlog: AudioFormat.duration(samples: backlog),
                        tail: .nanoseconds(tail))))
            this.dictation = nil
        }
    }

    // MARK: Utterances

    private mutating func startUtterance(
        _ hearing: Hearing, goesOn: Bool = false
    ) throws(Problem) {
        try hearing.startUtterance(goesOn: goesOn, quickly: pace.isBehind)
        if !goesOn { isInSpeech = false }
        partial = ""
    }

    private mutating func endUtterance(
        _ hearing: Hearing, goesOn: Bool = false
    ) throws(Problem) {
        try hearing.endUtterance(goesOn: goesOn)
        let words = hearing.hypothesis
        if !words.isEmpty { tell(.utterance(words)) }
    }

    // MARK: Reports

    private func tell(_ event: RecognizerEvent) {
        if let dictation { queue.report(.dictationEvent(event, dictation: dictation)) }
    }

    /// Does something with the loaded model; where that fails or there is none, the dictation ends
    /// with `failed`, once. A model that failed is not used again.
    private mutating func attempt(
        _ body: (inout DecodingThread, Hearing) throws(Problem) -> Void
    ) {
        do throws(Problem) {
            guard let hearing else { throw problem }
            try body(&self, hearing)
        } catch {
            problem = error
            hearing = nil
            tell(.failed(error))
            dictation = nil
        }
    }
}

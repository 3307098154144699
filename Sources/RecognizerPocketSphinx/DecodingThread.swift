import Dictation
import LinuxRuntime
import SpeechDecoding

/// What runs on the decoding thread: loads the model, decodes, reports.
///
/// It does what the library's own program `pocketsphinx_continuous` does (continuous.c), so that
/// the words are the same: blocks of 2048 samples, a look after each whether it was speech, and
/// a new utterance when speech has ended. The size matters, for the library looks for pauses and
/// moves its cepstral mean between blocks.
struct DecodingThread: ~Copyable {
    /// Samples: 128 ms.
    static let block = 2048

    let configuration: PocketSphinxConfiguration
    let queue: DecodingQueue
    private var decoder: Decoder?
    /// Why there is no decoder.
    private var problem: Problem
    /// The dictation that was begun and neither finished nor given up.
    private var dictation: Int?
    /// Whether the decoder has an utterance open; one that was given up stays so until the next.
    private var isInUtterance = false
    private var isInSpeech = false
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
        case .begin(let dictation):
            self.dictation = dictation
            attempt { this, decoder throws(Problem) in
                try this.abandonUtterance(decoder)
                try this.startUtterance(decoder)
            }
        case .samples(let samples, let dictation):
            samples.withUnsafeBufferPointer { decode($0, of: dictation) }
        case .finish(let dictation, let since, let backlog):
            finish(dictation, since: since, backlog: backlog)
        case .forgetVoice:
            attempt { this, decoder throws(Problem) in
                try this.abandonUtterance(decoder)
                decoder.forgetVoice()
            }
        }
    }

    private mutating func load() {
        do throws(Problem) {
            if decoder == nil { decoder = try Decoder(configuration) }
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
                attempt { this, decoder throws(Problem) in
                    try this.decode(UnsafeBufferPointer(rebasing: block), with: decoder)
                }
            }
            queue.decoded(block.count, of: dictation)
        }
    }

    private mutating func decode(
        _ block: UnsafeBufferPointer<Int16>, with decoder: Decoder
    ) throws(Problem) {
        try decoder.process(block)
        let wasInSpeech = isInSpeech
        isInSpeech = decoder.isInSpeech
        if isInSpeech {
            if !wasInSpeech { tell(.speechStarted) }
            let words = decoder.hypothesis
            if words != partial, !words.isEmpty {
                partial = words
                tell(.partial(words))
            }
        } else if wasInSpeech {
            tell(.speechEnded)
            try endUtterance(decoder)
            try startUtterance(decoder)
        }
    }

    private mutating func finish(_ dictation: Int, since: Int64, backlog: Int) {
        guard self.dictation == dictation else { return }
        attempt { this, decoder throws(Problem) in
            if this.isInSpeech {
                try this.endUtterance(decoder)
            } else {
                try this.abandonUtterance(decoder)
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

    private mutating func startUtterance(_ decoder: Decoder) throws(Problem) {
        try decoder.startUtterance()
        isInUtterance = true
        isInSpeech = false
        partial = ""
    }

    private mutating func endUtterance(_ decoder: Decoder) throws(Problem) {
        try abandonUtterance(decoder)
        let words = decoder.hypothesis
        if !words.isEmpty { tell(.utterance(words)) }
    }

    private mutating func abandonUtterance(_ decoder: Decoder) throws(Problem) {
        guard isInUtterance else { return }
        isInUtterance = false
        try decoder.endUtterance()
    }

    // MARK: Reports

    private func tell(_ event: RecognizerEvent) {
        if let dictation { queue.report(.dictationEvent(event, dictation: dictation)) }
    }

    /// Does something with the decoder; where that fails or there is none, the dictation ends
    /// with `failed`, once. A decoder that failed is not used again.
    private mutating func attempt(
        _ body: (inout DecodingThread, Decoder) throws(Problem) -> Void
    ) {
        do throws(Problem) {
            guard let decoder else { throw problem }
            try body(&self, decoder)
        } catch {
            problem = error
            decoder = nil
            isInUtterance = false
            tell(.failed(error))
            dictation = nil
        }
    }
}

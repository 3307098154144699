import Dictation
import LinuxRuntime
import SpeechDecoding

/// What runs on the decoding thread: loads the model, decodes, reports. Vosk itself finds where
/// utterances end.
struct VoskThread: ~Copyable {
    /// Samples: 200 ms. The library computes in pieces of its own; this is how often it is asked
    /// for partial words.
    static let block = 3200

    let configuration: VoskConfiguration
    let queue: DecodingQueue
    private var decoder: VoskDecoder?
    /// Why there is no decoder.
    private var problem: Problem
    /// The dictation that was begun and neither finished nor given up.
    private var dictation: Int?
    private var partial = ""

    init(_ configuration: VoskConfiguration, _ queue: DecodingQueue) {
        (self.configuration, self.queue) = (configuration, queue)
        problem = Problem(
            "cannot recognise speech", why: "the speech model “\(configuration.model.path)”"
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
        case .load: load()
        case .begin(let dictation, _):
            self.dictation = dictation
            partial = ""
            attempt { _, decoder in decoder.begin() }
        case .samples(let samples, let dictation):
            samples.withUnsafeBufferPointer { decode($0, of: dictation) }
        case .finish(let dictation, let since, let backlog):
            finish(dictation, since: since, backlog: backlog)
        case .forgetVoice: break  // each utterance is recognised for itself
        }
    }

    private mutating func load() {
        do throws(Problem) {
            if decoder == nil { decoder = try VoskDecoder(configuration) }
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
                    if try decoder.accept(UnsafeBufferPointer(rebasing: block)) {
                        this.endUtterance(try decoder.result)
                    } else {
                        this.take(partial: try decoder.partial)
                    }
                }
            }
            queue.decoded(block.count, of: dictation)
        }
    }

    private mutating func take(partial words: String) {
        guard words != partial, !words.isEmpty else { return }
        if partial.isEmpty { tell(.speechStarted) }
        partial = words
        tell(.partial(words))
    }

    private mutating func endUtterance(_ utterance: (text: String, words: [RecognizedWord])) {
        let hadBegun = !partial.isEmpty
        partial = ""
        guard hadBegun || !utterance.text.isEmpty else { return }
        if !hadBegun { tell(.speechStarted) }
        tell(.speechEnded)
        guard !utterance.text.isEmpty else { return }
        if !utterance.words.isEmpty { tell(.words(utterance.words)) }
        tell(.utterance(utterance.text))
    }

    private mutating func finish(_ dictation: Int, since: Int64, backlog: Int) {
        guard self.dictation == dictation else { return }
        attempt { this, decoder throws(Problem) in
            this.endUtterance(try decoder.final)
            this.tell(
                .finished(
                    RecognitionTiming(
                        backlog: AudioFormat.duration(samples: backlog),
                        tail: .nanoseconds(MonotonicClock.nanoseconds - since))))
            this.dictation = nil
        }
    }

    private func tell(_ event: RecognizerEvent) {
        if let dictation { queue.report(.dictationEvent(event, dictation: dictation)) }
    }

    /// Does something with the decoder; where that fails or there is none, the dictation ends
    /// with `failed`, once. A decoder that failed is not used again.
    private mutating func attempt(
        _ body: (inout VoskThread, VoskDecoder) throws(Problem) -> Void
    ) {
        do throws(Problem) {
            guard let decoder else { throw problem }
            try body(&self, decoder)
        } catch {
            problem = error
            decoder = nil
            tell(.failed(error))
            dictation = nil
        }
    }
}

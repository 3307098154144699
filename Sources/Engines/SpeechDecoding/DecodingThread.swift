import Dictation
import LinuxRuntime
import Problems

/// The work of the decoding thread: loads the model, decodes, reports.
final class DecodingThread<Engine: DecodingEngine> {
    private let queue: DecodingQueue
    private let make: () throws(Problem) -> Engine
    private var engine: Engine?
    /// Why there is no engine.
    private var problem: Problem
    /// The dictation that was begun and neither finished nor aborted.
    private var dictation: Int?

    init(_ model: String, _ queue: DecodingQueue, _ make: @escaping () throws(Problem) -> Engine) {
        (self.queue, self.make) = (queue, make)
        problem = Problem(
            "cannot recognise speech", why: "the speech model “\(model)” is not loaded")
    }

    /// Serves the queue until it is closed.
    func run() {
        while let commands = queue.takeCommands() {
            for command in commands { handle(command) }
        }
    }

    private func handle(_ command: DecodingCommand) {
        if let wanted = command.dictation, !queue.isWanted(wanted) { return }
        switch command {
        case .load:
            load()
        case .begin(let dictation, let time):
            self.dictation = dictation
            attempt { engine, _ throws(Problem) in try engine.begin(at: time) }
        case .samples(let samples, let dictation):
            samples.withUnsafeBufferPointer { decode($0, of: dictation) }
        case .finish(let dictation, let since, let backlog):
            if self.dictation == dictation { finish(since: since, backlog: backlog) }
        case .forgetVoice:
            attempt { engine, _ throws(Problem) in try engine.forgetVoice() }
        }
    }

    private func load() {
        do throws(Problem) {
            if engine == nil { engine = try make() }
            queue.report(.event(.ready))
        } catch {
            problem = error
            queue.report(.event(.failed(error)))
        }
    }

    private func decode(_ samples: UnsafeBufferPointer<Int16>, of dictation: Int) {
        for start in stride(from: 0, to: samples.count, by: Engine.block) {
            // A cancelled dictation may have a large backlog.
            guard queue.isWanted(dictation) else { return }
            let block = samples[start..<min(start + Engine.block, samples.count)]
            if self.dictation == dictation {
                attempt { engine, tell throws(Problem) in
                    try engine.decode(UnsafeBufferPointer(rebasing: block), tell)
                }
            }
            queue.decoded(block.count, of: dictation)
            if self.dictation == dictation {
                engine?.keepUp(waiting: queue.backlog(of: dictation), tell)
            }
        }
    }

    private func finish(since: Int64, backlog: Int) {
        attempt { engine, tell throws(Problem) in
            try engine.finish(tell)
            let tail = MonotonicClock.nanoseconds - since
            tell(
                .finished(
                    RecognitionTiming(
                        backlog: AudioFormat.duration(samples: backlog),
                        tail: .nanoseconds(tail))))
        }
        dictation = nil
    }

    // MARK: Reports

    private func tell(_ event: RecognizerEvent) {
        if let dictation { queue.report(.dictationEvent(event, dictation: dictation)) }
    }

    /// Runs a body with the engine; if that fails or there is no engine, the dictation ends with
    /// `failed`, once.
    private func attempt(
        _ body: (Engine, (RecognizerEvent) -> Void) throws(Problem) -> Void
    ) {
        do throws(Problem) {
            guard let engine else { throw problem }
            try body(engine, tell)
        } catch {
            problem = error
            engine = nil
            tell(.failed(error))
            dictation = nil
        }
    }
}

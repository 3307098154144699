import Dictation
import Problems
import SpeechWorkerProtocol

/// Runs an engine by the daemon's messages.
struct EngineRunner {
    private let engine: any DecodingEngine
    private let block: Int
    private let queue: MessageQueue
    private let reports: ReportWriter
    /// The dictation that was begun and neither finished nor cancelled.
    private var dictation: Int?
    private var decoded = 0
    /// Samples that don't fill a block yet.
    private var pending: [Int16] = []

    init(_ engine: any DecodingEngine, _ queue: MessageQueue, _ reports: ReportWriter) {
        (self.engine, self.queue, self.reports) = (engine, queue, reports)
        block = type(of: engine).block
    }

    /// Serves until the engine fails, which it throws; the reader ends the process otherwise.
    consuming func run() throws(Problem) -> Never {
        while true { try handle(queue.next()) }
    }

    private mutating func handle(_ message: WorkerMessage) throws(Problem) {
        switch message {
        case .begin(let dictation, let time):
            self.dictation = dictation
            decoded = 0
            pending = []
            engine.expect(nil)
            try compute { engine, _ throws(Problem) in try engine.begin(at: time) }
        case .samples(let samples, _, let dictation):
            guard dictation == self.dictation else { return }
            pending += samples
            while pending.count >= block, self.dictation != nil { try decode(block) }
        case .finish(let dictation):
            guard dictation == self.dictation else { return }
            if !pending.isEmpty { try decode(pending.count) }
            try compute { engine, tell throws(Problem) in try engine.finish(tell) }
            if self.dictation != nil { reports.send(.finished(dictation: dictation)) }
            self.dictation = nil
            engine.expect(nil)
        case .cancel(let dictation):
            if dictation == self.dictation { self.dictation = nil }
            engine.expect(nil)
            reports.send(.finished(dictation: dictation))
        case .expected(let speech, let dictation):
            if dictation == self.dictation { engine.expect(speech) }
        case .forgetVoice:
            _ = queue.compute(nil)
            try engine.forgetVoice()
        case .load:
            throw Problem("cannot load another model", why: "utter-speech runs one engine")
        }
    }

    private mutating func decode(_ count: Int) throws(Problem) {
        let samples = Array(pending[..<count])
        pending.removeFirst(count)
        try compute { engine, tell throws(Problem) in
            // Typed throws don't pass through withUnsafeBufferPointer's closure in all versions.
            var failure: Problem?
            samples.withUnsafeBufferPointer { samples in
                do throws(Problem) { try engine.decode(samples, tell) } catch { failure = error }
            }
            if let failure { throw failure }
        }
        guard let dictation else { return }
        decoded += count
        reports.send(.decoded(decoded, dictation: dictation))
        let waiting = max(0, queue.fed - decoded)
        try compute { engine, tell in engine.keepUp(waiting: waiting, tell) }
    }

    /// Lets the engine compute for the dictation. When that isn't wanted any more, what it gives,
    /// a failure too, is dropped, and so is the dictation.
    private mutating func compute(
        _ body: (any DecodingEngine, (RecognizerEvent) -> Void) throws(Problem) -> Void
    ) throws(Problem) {
        guard let number = dictation, queue.compute(number, holding: pending) else {
            dictation = nil
            return
        }
        let (queue, reports) = (queue, reports)
        var failure: Problem?
        do throws(Problem) {
            try body(engine) { event in
                if !queue.isAbandoned { reports.send(.event(event, dictation: number)) }
            }
        } catch {
            failure = error
        }
        if queue.isAbandoned { dictation = nil } else if let failure { throw failure }
    }
}

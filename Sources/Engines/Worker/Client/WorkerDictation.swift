import AudioSamples
import Dictation
import LinuxRuntime
import SpeechWorkerProtocol

/// A dictation as the daemon knows it: the sound that a new worker would need, how far the worker
/// is, and which of its reports were passed on. Positions are samples of the dictation.
struct WorkerDictation {
    /// Samples that a worker has and hasn't decoded: ten seconds, so that a cancelled dictation
    /// leaves little behind.
    private static let mostAhead = 10 * AudioFormat.rate

    /// The worker's number for it: another one with each worker.
    private(set) var number: Int
    private var sound = UnsettledSound()
    /// The expectations for it: another worker needs them, too.
    private var expected: ExpectedSpeech?
    /// The numbers of samples that were sent to the worker, and decoded by it.
    private var progress: Progress
    /// The state of the reports to the user.
    private var reported = Reported()
    /// The call of `finish`; in nanoseconds of the monotonic clock, and samples.
    private var finish: (at: Int64, backlog: Int)?

    private struct Progress {
        /// Where the worker's own count of samples begins.
        let start: Int
        var hasBegun = false
        var knowsExpected = false
        var sent: Int
        var decoded: Int
        var hasFinish = false

        init(from start: Int) {
            (self.start, sent, decoded) = (start, start, start)
        }
    }

    private struct Reported {
        /// Utterances since the last settled sample.
        var utterances = 0
        /// Utterances that a new worker reports again.
        var known = 0
        var isSpeaking = false
    }

    init(_ number: Int) {
        self.number = number
        progress = Progress(from: 0)
    }

    // MARK: Input

    mutating func expect(_ speech: ExpectedSpeech) {
        expected = speech
        progress.knowsExpected = false
    }

    mutating func append(_ samples: [Int16]) {
        if finish == nil { sound.append(samples) }
    }

    mutating func end() {
        if finish == nil { finish = (MonotonicClock.nanoseconds, backlog) }
    }

    /// Samples that are not decoded.
    var backlog: Int { sound.end - progress.decoded }

    var decoded: Int { progress.decoded }

    /// Whether the worker has something to do: before the end it keeps what fills no block.
    func isWaiting(block: Int) -> Bool {
        progress.sent - progress.decoded >= block || progress.hasFinish
    }

    var isFinishing: Bool { finish != nil }

    /// Whether the worker knows of it.
    var hasBegun: Bool { progress.hasBegun }

    /// The next message to the worker; nil if it has enough for now.
    ///
    /// - Parameter block: less sound isn't sent before the end, so that the worker is woken once
    ///   for each block, not for each period of the microphone.
    mutating func nextMessage(block: Int) -> WorkerMessage? {
        guard progress.hasBegun else {
            progress.hasBegun = true
            return .begin(dictation: number, at: MonotonicClock.nanoseconds)
        }
        if let expected, !progress.knowsExpected {
            progress.knowsExpected = true
            return .expected(expected, dictation: number)
        }
        let waiting = sound.end - progress.sent
        if waiting > 0 {
            let isEnough = waiting >= block || isFinishing
            guard isEnough, progress.sent - progress.decoded < max(Self.mostAhead, 2 * block) else {
                return nil
            }
            let samples = sound.samples(from: progress.sent, atMost: WorkerMessage.mostSamples)
            progress.sent += samples.count
            return .samples(samples, fed: sound.end - progress.start, dictation: number)
        }
        guard isFinishing, !progress.hasFinish else { return nil }
        progress.hasFinish = true
        return .finish(dictation: number)
    }

    // MARK: Reports

    /// The meaning of a worker's report for the user.
    enum Outcome: Equatable {
        case event(RecognizerEvent)
        case nothing
        /// The worker sent an impossible report.
        case impossible
    }

    mutating func note(decoded count: Int) -> Outcome {
        let position = progress.start + count
        guard count <= progress.sent - progress.start, position >= progress.decoded else {
            return .impossible
        }
        progress.decoded = position
        return .nothing
    }

    mutating func note(_ event: RecognizerEvent) -> Outcome {
        switch event {
        case .settled(let count):
            guard count <= progress.sent - progress.start else { return .impossible }
            let position = progress.start + count
            guard position > sound.start else { return .nothing }
            sound.settle(upTo: position)
            (reported.utterances, reported.known) = (0, 0)
            return .event(.settled(samples: position))
        case _ where reported.known > 0:
            // By the worker before.
            if case .utterance = event { reported.known -= 1 }
            return .nothing
        case .speechStarted:
            if reported.isSpeaking { return .nothing }
            reported.isSpeaking = true
        case .speechEnded:
            if !reported.isSpeaking { return .nothing }
            reported.isSpeaking = false
        case .utterance: reported.utterances += 1
        case .words(let words):
            let offset = AudioFormat.duration(samples: progress.start)
            return .event(.words(words.map { $0.later(by: offset) }))
        case .partial, .warning, .ready, .finished, .failed: break
        }
        return .event(event)
    }

    /// The last event; impossible before the worker got the end.
    func finished() -> Outcome {
        guard let finish, progress.hasFinish else { return .impossible }
        let tail = MonotonicClock.nanoseconds - finish.at
        return .event(
            .finished(
                RecognitionTiming(
                    backlog: AudioFormat.duration(samples: finish.backlog),
                    tail: .nanoseconds(tail))))
    }

    /// Begins again with a new worker, from the last settled sample.
    ///
    /// - Returns: whether speech was reported, which the new worker may not find.
    mutating func restart(as number: Int) -> Bool {
        self.number = number
        progress = Progress(from: sound.start)
        reported.known = reported.utterances
        defer { reported.isSpeaking = false }
        return reported.isSpeaking
    }
}

import SpeechSegments
import SpeechWorkerProtocol
import Synchronization

/// Whether a computation is to be ended, as the library asks between its steps.
final class RunInterruption: Sendable {
    private enum Run {
        /// Its words are wanted whatever comes.
        case wanted
        /// Its words are shown for the time being; with the segments when it began.
        case partial(SpeechSegmenter)
        case overtaken
    }

    private let demand: any DecodingDemand
    private let run = Mutex(Run.wanted)

    init(_ demand: any DecodingDemand) {
        self.demand = demand
    }

    var isAbandoned: Bool { demand.isAbandoned }

    /// Whether the end of the dictation is known.
    var isEnding: Bool { demand.lastSamples != nil }

    /// Notes that what is computed from now on is wanted.
    func beginRun() {
        run.withLock { $0 = .wanted }
    }

    /// Notes that what is computed from now on are words to be shown.
    func beginPartialRun(of segmenter: SpeechSegmenter) {
        run.withLock { $0 = .partial(segmenter) }
    }

    /// Whether the end of the dictation came with speech that the partial run doesn't have: all of it
    /// is run again, and the sooner the better.
    var isOvertaken: Bool {
        run.withLock { if case .overtaken = $0 { true } else { false } }
    }

    func ask() -> Bool {
        if demand.isAbandoned { return true }
        return run.withLock { run in
            switch run {
            case .wanted: return false
            case .overtaken: return true
            case .partial(let segmenter):
                guard let last = demand.lastSamples else { return false }
                run = segmenter.isCovered(before: last) ? .wanted : .overtaken
                if case .overtaken = run { return true }
                return false
            }
        }
    }
}

import Dictation
import LinuxRuntime
import Synchronization
import SystemPackage

/// Commands from the event loop to the decoding thread. A dictation is identified by its number, so
/// that those for a cancelled one can be dropped.
enum DecodingCommand: Sendable {
    case load
    /// `at` in nanoseconds of the monotonic clock.
    case begin(dictation: Int, at: Int64)
    /// Whole blocks, except before `finish`.
    case samples([Int16], dictation: Int)
    /// `since` in nanoseconds of the monotonic clock; `backlog` in samples.
    case finish(dictation: Int, since: Int64, backlog: Int)
    case forgetVoice

    /// Nil for commands that belong to no dictation.
    var dictation: Int? {
        switch self {
        case .load, .forgetVoice: nil
        case .begin(let dictation, _), .samples(_, let dictation), .finish(let dictation, _, _):
            dictation
        }
    }
}

/// Reports from the decoding thread to the event loop.
enum DecodingReport: Sendable {
    case event(RecognizerEvent)
    case dictationEvent(RecognizerEvent, dictation: Int)
    /// The backlog is small enough again.
    case room
    /// The thread has finished using the engine.
    case ended
}

/// The queues between the event loop and the decoding thread, in both directions. Neither waits for
/// the other: the locks are held for a few instructions.
final class DecodingQueue: Sendable {
    /// The backlog in samples at which the feeder should pause: ten seconds.
    static let comfortableBacklog = 10 * AudioFormat.rate

    private struct State {
        var commands: [DecodingCommand] = []
        var reports: [DecodingReport] = []
        /// The dictation whose events are wanted.
        var dictation = 0
        /// Samples of that dictation that were fed and not yet decoded.
        var backlog = 0
        /// Samples of it that were decoded since the oldest report that was not taken yet.
        var untold = 0
        var wantsRoom = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let commandsCame: OwnedDescriptor
    private let reportsCame: OwnedDescriptor

    init() throws(SystemError) {
        commandsCame = try .event()
        reportsCame = try .event()
    }

    // MARK: The loop's side

    /// Readable when there are reports.
    var reports: FileDescriptor { reportsCame.descriptor }

    var backlog: Int { state.withLock { $0.backlog } }

    /// The backlog with the samples whose results may still be in the reports.
    var untoldBacklog: Int { state.withLock { $0.backlog + $0.untold } }

    /// Whether the feeder should pause; if so, a `room` report follows.
    func isFull() -> Bool {
        state.withLock { state in
            state.wantsRoom = state.backlog > Self.comfortableBacklog
            return state.wantsRoom
        }
    }

    func send(_ command: DecodingCommand) {
        state.withLock { state in
            if case .samples(let samples, _) = command { state.backlog += samples.count }
            state.commands.append(command)
        }
        commandsCame.signalEvent()
    }

    /// Makes another dictation the wanted one, and drops pending commands of the previous one.
    func want(dictation: Int) {
        state.withLock { state in
            state.commands.removeAll { $0.dictation != nil }
            state.dictation = dictation
            state.backlog = 0
            state.untold = 0
        }
    }

    /// Ends the thread as soon as it has finished its current block or load.
    func close() {
        state.withLock { $0.isClosed = true }
        commandsCame.signalEvent()
    }

    func takeReports() -> [DecodingReport] {
        reportsCame.drainEvent()
        return state.withLock { state in
            defer { state.reports = [] }
            state.untold = 0
            return state.reports
        }
    }

    // MARK: The thread's side

    /// Samples of a dictation that wait to be decoded; 0 if it isn't wanted any more.
    func backlog(of dictation: Int) -> Int {
        state.withLock { $0.dictation == dictation ? $0.backlog : 0 }
    }

    /// Waits for commands; nil once the queue is closed.
    func takeCommands() -> [DecodingCommand]? {
        while true {
            // Drained first: a command after the check below signals again.
            commandsCame.drainEvent()
            let (commands, isClosed) = state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.isClosed)
            }
            if isClosed { return nil }
            if !commands.isEmpty { return commands }
            commandsCame.waitForEvent()
        }
    }

    /// Whether this dictation's words are still wanted.
    func isWanted(_ dictation: Int) -> Bool {
        state.withLock { !$0.isClosed && $0.dictation == dictation }
    }

    /// Subtracts decoded samples from the backlog, after the reports about them.
    func decoded(_ count: Int, of dictation: Int) {
        let hasRoom = state.withLock { state in
            guard state.dictation == dictation else { return false }
            state.backlog -= count
            if !state.reports.isEmpty { state.untold += count }
            guard state.wantsRoom, state.backlog <= Self.comfortableBacklog / 2 else {
                return false
            }
            state.wantsRoom = false
            return true
        }
        if hasRoom { report(.room) }
    }

    /// May be called on either side.
    func report(_ report: DecodingReport) {
        state.withLock { $0.reports.append(report) }
        reportsCame.signalEvent()
    }
}

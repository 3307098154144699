import Glibc
import LinuxRuntime
import SpeechWorkerProtocol
import Synchronization

/// The messages between the thread that reads them and the one that decodes. Neither waits for the
/// other: the lock is held for a few instructions.
final class MessageQueue: DecodingDemand {
    private struct State {
        /// Not handled yet, the oldest first.
        var messages: [WorkerMessage] = []
        /// The dictation whose words are wanted; 0 for none.
        var wanted = 0
        /// How much of it the daemon has.
        var fed = 0
        /// Whether its last samples are here.
        var isFinishing = false
        /// The dictation that is being computed; nil for loading and the like.
        var computing: Int?
        /// Samples that the decoder holds back, since they fill no block.
        var pending: [Int16] = []
    }

    private let state = Mutex(State())
    private let messagesCame: OwnedDescriptor

    init() throws(SystemError) {
        messagesCame = try .event()
    }

    /// The descriptor that wakes the decoder.
    var signal: Int32 { messagesCame.rawValue }

    // MARK: The reader's side

    func add(_ message: WorkerMessage) {
        state.withLock { state in
            switch message {
            case .begin(let dictation, _):
                state.wanted = dictation
                state.isFinishing = false
            case .samples(_, let fed, let dictation):
                guard dictation == state.wanted else { return }
                state.fed = fed
            case .finish(let dictation):
                if dictation == state.wanted { state.isFinishing = true }
            case .cancel(let dictation): if dictation == state.wanted { state.wanted = 0 }
            case .load, .forgetVoice, .expected: break
            }
            state.messages.append(message)
        }
        messagesCame.signalEvent()
    }

    // MARK: The decoder's side

    /// Waits for the next message.
    func next() -> WorkerMessage {
        while true {
            // Drained first: a message after the check below signals again.
            messagesCame.drainEvent()
            let message = state.withLock { state in
                state.messages.isEmpty ? nil : state.messages.removeFirst()
            }
            if let message { return message }
            var request = pollfd(fd: messagesCame.rawValue, events: Int16(POLLIN), revents: 0)
            // Interruptions and spurious wake-ups are handled by this loop.
            _ = poll(&request, 1, -1)
        }
    }

    /// Says what is computed from now on; false if it isn't wanted any more.
    ///
    /// - Parameter pending: the samples of the dictation that the engine gets later.
    func compute(_ dictation: Int?, holding pending: [Int16] = []) -> Bool {
        state.withLock { state in
            state.computing = dictation
            state.pending = pending
            return dictation == nil || dictation == state.wanted
        }
    }

    var isAbandoned: Bool {
        state.withLock { state in
            guard let computing = state.computing else { return false }
            return computing != state.wanted
        }
    }

    var lastSamples: [Int16]? {
        state.withLock { state in
            guard state.isFinishing, state.computing == state.wanted else { return nil }
            return state.messages.reduce(into: state.pending) { all, message in
                if case .samples(let samples, _, let dictation) = message,
                    dictation == state.wanted
                {
                    all += samples
                }
            }
        }
    }

    /// How many samples of the wanted dictation the daemon has.
    var fed: Int { state.withLock { $0.fed } }
}

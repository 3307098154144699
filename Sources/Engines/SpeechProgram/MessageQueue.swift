import Glibc
import LinuxRuntime
import SpeechWorkerProtocol
import Synchronization

/// The messages between the thread that reads them and the one that decodes. Neither waits for the
/// other: the lock is held for a few instructions.
final class MessageQueue: Sendable {
    private struct State {
        var messages: [WorkerMessage] = []
        /// The dictation whose words are wanted; 0 for none.
        var wanted = 0
        /// How much of it the daemon has.
        var fed = 0
        /// The dictation that is being computed; nil for loading and the like.
        var computing: Int?
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
            case .begin(let dictation, _): state.wanted = dictation
            case .samples(_, let fed, let dictation):
                guard dictation == state.wanted else { return }
                state.fed = fed
            case .cancel(let dictation): if dictation == state.wanted { state.wanted = 0 }
            case .load, .finish, .forgetVoice: break
            }
            state.messages.append(message)
        }
        messagesCame.signalEvent()
    }

    // MARK: The decoder's side

    /// Waits for messages.
    func take() -> [WorkerMessage] {
        while true {
            // Drained first: a message after the check below signals again.
            messagesCame.drainEvent()
            let messages = state.withLock { state in
                defer { state.messages = [] }
                return state.messages
            }
            if !messages.isEmpty { return messages }
            var request = pollfd(fd: messagesCame.rawValue, events: Int16(POLLIN), revents: 0)
            // Interruptions and spurious wake-ups are handled by this loop.
            _ = poll(&request, 1, -1)
        }
    }

    /// Says what is computed from now on; false if it isn't wanted any more.
    func compute(_ dictation: Int?) -> Bool {
        state.withLock { state in
            state.computing = dictation
            return dictation == nil || dictation == state.wanted
        }
    }

    /// Whether nobody wants what is being computed.
    var isAbandoned: Bool {
        state.withLock { state in
            guard let computing = state.computing else { return false }
            return computing != state.wanted
        }
    }

    /// How many samples of the wanted dictation the daemon has.
    var fed: Int { state.withLock { $0.fed } }
}

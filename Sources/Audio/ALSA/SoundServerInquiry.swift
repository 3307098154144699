import LinuxRuntime
import Synchronization

/// A sound server's reply, or the reason for which there is none.
enum SoundServerReply {
    /// The microphone isn't reached through a server.
    case none
    /// The server hangs, or is busy.
    case silence
    case server(SoundServer)
}

/// Asks the sound server why a microphone is slow to open: on a thread, since a server that hangs
/// doesn't answer.
final class SoundServerInquiry {
    private let state: InquiryState
    private let thread: Thread
    private var source: EventSource?

    /// - Parameters:
    ///   - pcm: the microphone.
    ///   - finish: called on the event loop with the reply.
    init(about pcm: String, _ finish: @escaping (SoundServerReply) -> Void) throws(SystemError) {
        let state = InquiryState(end: try .event())
        self.state = state
        thread = try Thread(name: "sound server") {
            if ALSADefinition.leadsToServer(pcm) {
                let reply = SoundServer.ask().map(SoundServerReply.server) ?? .silence
                state.reply.withLock { $0 = reply }
            }
            state.isOver.store(true, ordering: .releasing)
            state.end.signalEvent()
        }
        source = try EventLoop.shared.watch(state.end.descriptor) { _ in
            state.end.drainEvent()
            finish(state.reply.withLock { $0 })
        }
    }

    deinit {
        // Waiting for a second would be long for the event loop; everything that the thread uses
        // belongs to the state, which it retains.
        if !state.isOver.load(ordering: .acquiring) { thread.detach() }
    }
}

/// Shared by the thread and the event loop.
private final class InquiryState: Sendable {
    let end: OwnedDescriptor
    let isOver = Atomic<Bool>(false)
    let reply = Mutex(SoundServerReply.none)

    init(end: consuming OwnedDescriptor) {
        self.end = end
    }
}

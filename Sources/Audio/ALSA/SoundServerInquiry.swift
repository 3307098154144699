import LinuxRuntime
import Synchronization

/// Asks the sound server why a microphone is slow to open: on a thread, since a server that hangs
/// doesn't answer.
final class SoundServerInquiry {
    private let state: InquiryState
    private let thread: Thread
    private var source: EventSource?

    /// - Parameters:
    ///   - pcm: the microphone. One that isn't reached through a sound server asks nobody.
    ///   - finish: called on the event loop with the server's answer; not if there is none.
    init(about pcm: String, _ finish: @escaping (SoundServer) -> Void) throws(SystemError) {
        let state = InquiryState(end: try .event())
        self.state = state
        thread = try Thread(name: "sound server") {
            if ALSADefinition.leadsToServer(pcm) {
                let answer = SoundServer.ask()
                state.answer.withLock { $0 = answer }
            }
            state.isOver.store(true, ordering: .releasing)
            state.end.signalEvent()
        }
        source = try EventLoop.shared.watch(state.end.descriptor) { _ in
            state.end.drainEvent()
            if let server = state.answer.withLock({ $0 }) { finish(server) }
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
    let answer = Mutex<SoundServer?>(nil)

    init(end: consuming OwnedDescriptor) {
        self.end = end
    }
}

import LinuxRuntime
import Problems

/// Watches the time that a microphone takes to open, until it is released.
final class OpeningWatch {
    /// A microphone that takes longer may be one that can't be opened.
    private static let usual = Duration.seconds(1)

    private var deadline: EventSource?
    private var slowness: EventSource?
    private var inquiry: SoundServerInquiry?
    private var server: SoundServer?

    /// - Parameters:
    ///   - pcm: the microphone.
    ///   - limit: the longest time that it may take.
    ///   - onProblem: called when waiting is known to be in vain, with the reason.
    ///   - onLimit: called at the limit, with the sound server if it is slow and answers.
    init(
        of pcm: String, limit: Duration, onProblem: @escaping (Problem) -> Void,
        onLimit: @escaping (SoundServer?) -> Void
    ) {
        deadline = EventLoop.shared.timer(after: limit) { [unowned self] in onLimit(server) }
        slowness = EventLoop.shared.timer(after: Self.usual) { [unowned self] in
            inquiry = try? SoundServerInquiry(about: pcm) { [unowned self] reply in
                switch reply {
                case .none: break
                // A busy one may answer later; for one that hangs, the limit applies.
                case .silence: slowness?.rearm(after: Self.usual)
                case .server(let server):
                    self.server = server
                    if let problem = server.problem(pcm) { onProblem(problem) }
                }
            }
        }
    }
}

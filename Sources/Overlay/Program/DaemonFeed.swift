import ControlProtocol
import LinuxRuntime

/// Brings the daemon's events to the overlay.
@EventLoopActor
struct DaemonFeed {
    private let overlay: Overlay

    init(to overlay: Overlay) {
        self.overlay = overlay
    }

    /// Returns when the daemon ends or drops this client, which was too slow. Throws
    /// `ControlClientError` if none answers.
    func run() async throws {
        let client = try await ControlClient.connect(path: ControlSocketPath.standard())
        for try await event in try await client.subscribe(levels: true) {
            overlay.take(event)
            if overlay.wantsTypedText, case .status = event {
                EventLoop.task { await fetchTypedText() }
            }
        }
    }

    /// The events have no text that was dictated, for any program that shows a status gets them.
    /// A connection of its own, for one that streams events takes no other command.
    private func fetchTypedText() async {
        // Without it, the words that were understood are shown.
        guard let path = try? ControlSocketPath.standard(),
            let client = try? await ControlClient.connect(path: path),
            case .transcripts(let records) = try? await client.send(.last(count: 1)),
            let record = records.first, overlay.wantsTypedText
        else { return }
        overlay.take(typed: record.text)
    }
}

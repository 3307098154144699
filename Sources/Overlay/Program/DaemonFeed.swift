import ControlProtocol
import Dictation
import LinuxRuntime

/// Passes the daemon's events on to the card and the button, and what they are clicked for to it.
@EventLoopActor
struct DaemonFeed {
    private let overlay: Overlay
    private let button: Overlay?

    init(to overlay: Overlay, _ button: Overlay?) {
        (self.overlay, self.button) = (overlay, button)
    }

    /// Returns when the daemon ends or drops this client for being too slow. Throws
    /// `ControlClientError` if no daemon answers.
    func run() async throws {
        let client = try await ControlClient.connect(path: ControlSocketPath.standard())
        for try await event in try await client.subscribe(levels: true) {
            overlay.take(event)
            button?.take(event)
            if overlay.wantsTypedText, case .status = event {
                EventLoop.task { await fetchTypedText() }
            }
        }
    }

    /// Has the daemon do what the clicked button of a notice says.
    func act(_ action: Notice.Action) async {
        await send(.act(action), for: "the button of the notice")
    }

    /// Begins a dictation, or ends it.
    func toggle() async {
        await send(.toggle(), for: "the button on the screen")
    }

    /// Sends a command on a separate connection, since one that streams events takes none.
    private func send(_ request: ControlRequest, for button: String) async {
        do {
            let client = try await ControlClient.connect(path: ControlSocketPath.standard())
            if case .failure(let problem) = try await client.send(request) { throw problem }
        } catch {
            Log.warning("\(button) did nothing: \(error)")
        }
    }

    /// Asks for the text that is being typed: status events carry only the recogniser's words. On a
    /// separate connection, since one that streams events takes no other command.
    private func fetchTypedText() async {
        // Without it, the recogniser's words are shown.
        guard let path = try? ControlSocketPath.standard(),
            let client = try? await ControlClient.connect(path: path),
            case .transcripts(let records) = try? await client.send(.last(count: 1)),
            let record = records.first, overlay.wantsTypedText
        else { return }
        overlay.take(typed: record.text)
    }
}

public import Dictation
public import LinuxRuntime
public import Problems

/// Collects the events of a recogniser, and lets a test wait for the end.
@EventLoopActor
public final class RecognitionListener {
    public private(set) var events: [RecognizerEvent] = []
    private var waiter: CheckedContinuation<Void, Never>?

    public init() {}

    public func hear(_ event: RecognizerEvent) {
        events.append(event)
        guard isOver else { return }
        waiter?.resume()
        waiter = nil
    }

    /// Whether the last event is the end.
    public var isOver: Bool {
        switch events.last {
        case .finished, .failed: true
        default: false
        }
    }

    public func waitForEnd() async {
        await withCheckedContinuation { continuation in
            // Not earlier: the way here may lead through the loop.
            if isOver { continuation.resume() } else { waiter = continuation }
        }
    }

    public var utterances: [String] {
        events.compactMap { if case .utterance(let words) = $0 { words } else { nil } }
    }

    public var partials: [String] {
        events.compactMap { if case .partial(let words) = $0 { words } else { nil } }
    }

    public var problem: Problem? {
        if case .failed(let problem) = events.last { problem } else { nil }
    }
}

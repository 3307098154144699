import Dictation
import LinuxRuntime

/// One use of a device, seen from the event loop: the thread and what it has captured.
final class Capture {
    let line: CaptureLine
    let thread: Thread
    private let source: EventSource
    private var hasStarted = false
    private var hasStalled = false

    /// Starts the thread; `onNews` is called for new samples and phases.
    init(_ line: CaptureLine, onNews: @escaping () -> Void) throws(SystemError) {
        self.line = line
        source = try EventLoop.shared.watch(line.newsDescriptor) { _ in
            line.drainNews()
            onNews()
        }
        thread = try Thread(name: "microphone") { CaptureThread.run(line) }
    }

    /// The next thing to deliver, or nil when nothing is waiting.
    func next() -> AudioEvent? {
        if !hasStarted {
            if line.ring.isEmpty { return nil }
            hasStarted = true
            return .started
        }
        // Read first: what came before the stall is in the ring then.
        let isStalled = line.isStalled
        switch line.ring.take() {
        case .samples(let samples): return .samples(samples)
        case .lost(let count): return .lost(samples: count)
        case nil: break
        }
        guard isStalled != hasStalled else { return nil }
        hasStalled = isStalled
        return isStalled ? .stalled : .resumed(lost: line.missed)
    }

    /// Lets the thread end by itself, when its owner is destroyed: closing a device may take long.
    /// The next opening waits for it.
    func end() {
        line.abandon()
        line.requestStop()
        line.requestHandover()
        guard line.phase < .closed else { return }
        EndingLines.add(line)
        // Everything the thread uses belongs to the line, which it retains.
        thread.detach()
    }
}

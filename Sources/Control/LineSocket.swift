import LinuxRuntime
import SystemPackage

/// A connected socket on the event loop that takes and gives lines. A peer that doesn't read costs
/// at most ``ControlLimits/backlogBytes`` and one line.
@EventLoopActor
final class LineSocket {
    enum Input {
        /// Without its line feed.
        case line([UInt8])
        /// The peer sends a line beyond all bounds. Nothing follows.
        case tooLong
        /// The peer sends no more; `unfinished` if in the middle of a line. It may still read.
        case end(unfinished: Bool)
        /// All that had to wait is now in the kernel's hands.
        case flushed
        /// The connection is over, and closed.
        case gone
    }

    private let socket: OwnedDescriptor
    private let deliver: (Input) -> Void
    private var source: EventSource?
    private var watched: IOEvents = []
    private var input = LineBuffer(limit: ControlLimits.requestBytes)
    private var output: [UInt8] = []
    private var isReading = true
    private var isWritable = true
    private(set) var isOpen = true

    /// Takes over a connected socket; `open` begins to read.
    init(_ socket: consuming OwnedDescriptor, _ deliver: @escaping (Input) -> Void) {
        self.socket = socket
        self.deliver = deliver
    }

    func open() throws(SystemError) {
        try watch()
    }

    /// Whether everything that was sent is in the kernel's hands.
    var isFlushed: Bool { output.isEmpty }

    /// Sends a line (with its line feed) now, or when the peer reads.
    func send(_ line: [UInt8]) {
        guard isOpen, isWritable else { return }
        if output.count > ControlLimits.backlogBytes { return fail() }
        let wasEmpty = output.isEmpty
        output.append(contentsOf: line)
        if wasEmpty { flush() }
    }

    func stopReading() {
        isReading = false
        input = LineBuffer(limit: ControlLimits.requestBytes)
        rewatch()
    }

    /// Ends the connection; nothing is delivered afterwards. What the kernel has, the peer gets.
    func close() {
        // The event source goes before the descriptor, which `deinit` closes. `shutdown` makes
        // the end visible at once, should somebody hold this object a little longer.
        isOpen = false
        source = nil
        output = []
        input = LineBuffer(limit: ControlLimits.requestBytes)
        UnixSocket.shutDown(socket)
    }

    private func fail() {
        guard isOpen else { return }
        close()
        deliver(.gone)
    }

    private func handle(_ events: IOEvents) {
        if events.contains(.writable) {
            flush()
            if isOpen, isFlushed { deliver(.flushed) }
        }
        guard isOpen else { return }
        if isReading, events.contains(.readable) {
            receive()
        } else if !events.isDisjoint(with: [.hangup, .error]) {
            fail()
        }
    }

    /// Reads once, as at a wake-up, so that a flood leaves the loop to the others.
    func receive() {
        guard isOpen, isReading else { return }
        do throws(SystemError) {
            switch try UnixSocket.receive(from: socket, into: &input) {
            case .nothingYet: return
            case .bytes: deliverLines()
            case .end:
                let unfinished = input.hasUnfinishedLine
                stopReading()
                deliver(.end(unfinished: unfinished))
            }
        } catch {
            fail()
        }
    }

    private func deliverLines() {
        do throws(LineBuffer.TooLong) {
            // Whoever takes a line may close this socket or stop its reading.
            while isReading, isOpen, let line = try input.next() { deliver(.line(line)) }
        } catch {
            stopReading()
            deliver(.tooLong)
        }
    }

    private func flush() {
        do throws(SystemError) {
            var sent = 0
            while sent < output.count {
                let count = try UnixSocket.send(output[sent...], to: socket)
                if count == 0 { break }
                sent += count
            }
            output.removeFirst(sent)
            if output.isEmpty { output = [] }
        } catch {
            // The peer is gone, but what it wrote before counts: reading comes to the end soon.
            isWritable = false
            output = []
        }
        rewatch()
    }

    private func rewatch() {
        guard isOpen, source != nil else { return }
        do throws(SystemError) { try watch() } catch { fail() }
    }

    private func watch() throws(SystemError) {
        var wanted: IOEvents = []
        if isReading { wanted.insert(.readable) }
        if !output.isEmpty { wanted.insert(.writable) }
        if source != nil, wanted == watched { return }
        // One registration a descriptor (epoll_ctl(2)). `pause` ends the old one at once, while
        // its object may live on until the handler returns that this is called from.
        source?.pause()
        source = nil
        watched = wanted
        source = try EventLoop.shared.watch(socket.descriptor, for: wanted) { [weak self] in
            self?.handle($0)
        }
    }
}

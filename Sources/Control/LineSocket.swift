import LinuxRuntime
import SystemPackage

/// A connected socket on the event loop that receives and sends lines. A peer that doesn't read
/// costs at most ``ControlLimits/backlogBytes`` and one line of memory.
@EventLoopActor
final class LineSocket {
    enum Input {
        /// Without its line feed.
        case line([UInt8])
        /// The peer sent a line that is too long. Nothing follows.
        case tooLong
        /// The peer sends no more; `unfinished` if it stopped in the middle of a line. It may still
        /// read.
        case end(unfinished: Bool)
        /// The backlog has been passed to the kernel.
        case flushed
        /// The connection has failed, and is closed.
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

    /// Whether the backlog is empty: the kernel has everything that was sent.
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

    /// Closes the connection; nothing is delivered afterwards. What the kernel has still reaches
    /// the peer.
    func close() {
        // The event source goes before the descriptor, which `deinit` closes. `shutdown` makes the
        // end visible at once, even if this object is still held for a while.
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

    /// Reads once, as on a wake-up, so that a flood of data doesn't block the loop.
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
            // `deliver` may close this socket or stop its reading.
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
            // The peer is gone, but what it wrote before is still read, up to its end.
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
        // One registration for each descriptor (epoll_ctl(2)). `pause` ends the old one at once,
        // while its object may live until the handler that called this returns.
        source?.pause()
        source = nil
        watched = wanted
        source = try EventLoop.shared.watch(socket.descriptor, for: wanted) { [weak self] in
            self?.handle($0)
        }
    }
}

import Glibc
import LinuxRuntime
import SpeechWorkerProtocol
import SystemPackage

/// One run of `utter-speech`, which ends with this object: at once, by SIGKILL, since it has
/// nothing to put in order, and may be stopped or hang.
@EventLoopActor
final class WorkerProcess {
    enum Event {
        case report(WorkerReport)
        /// The queued messages were sent: there is room for more.
        case room
        /// The process ended, or broke the protocol. Nothing follows.
        case ended
    }

    private let socket: OwnedDescriptor
    private let child: ChildProcess
    private var incoming: EventSource?
    private var outgoing: EventSource?
    private var received = FrameBuffer()
    private var unsent: [UInt8] = []
    private var handle: ((Event) -> Void)?
    /// The samples that it decodes at once; nil until its model is loaded.
    var block: Int?
    /// The cancelled dictation that it may still compute for.
    var cancelled: Int?

    /// Starts the program, with an empty environment. Throws if it can't be started.
    init(_ program: String, _ handle: @escaping (Event) -> Void) throws(SystemError) {
        let pair = try OwnedDescriptor.socketToChild()
        // The end of the process shows as the end of its socket.
        child = try ChildProcess(
            [program], environment: [], descriptors: [pair.childs.descriptor, nil, nil]
        ) { _ in }
        socket = pair.own
        self.handle = handle
        incoming = try EventLoop.shared.watch(socket.descriptor) { [unowned self] _ in receive() }
        outgoing = try EventLoop.shared.watch(socket.descriptor, for: .writable) {
            [unowned self] _ in flush()
        }
        outgoing?.pause()
    }

    // The sources go before their descriptor is closed.
    isolated deinit { silence() }

    var pid: Int32 { child.pid }

    /// Whether all that was sent has left for the worker.
    var hasRoom: Bool { unsent.isEmpty }

    /// Sends a message, now or when the worker reads.
    func send(_ message: WorkerMessage) {
        let wasEmpty = unsent.isEmpty
        unsent += message.bytes
        if wasEmpty { write() }
        if !unsent.isEmpty { outgoing?.resume() }
    }

    private func write() {
        let count = Glibc.send(
            socket.rawValue, unsent, unsent.count, Int32(MSG_NOSIGNAL))
        // That the worker is gone shows on the other side.
        if count > 0 { unsent.removeFirst(count) }
    }

    private func flush() {
        // `handle` may drop this object.
        withExtendedLifetime(self) {
            write()
            guard unsent.isEmpty else { return }
            outgoing?.pause()
            handle?(.room)
        }
    }

    private func receive() {
        withExtendedLifetime(self) {
            var isOpen = true
            received.append(
                [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, count in
                    let result = read(socket.rawValue, bytes.baseAddress!, bytes.count)
                    isOpen = result > 0 || result < 0 && [EAGAIN, EINTR].contains(errno)
                    count = max(0, result)
                })
            do throws(MalformedMessage) {
                while handle != nil, let report = try received.nextReport() {
                    handle?(.report(report))
                }
            } catch {
                Log.warning("utter-speech sent a malformed message: \(error.reason)")
                return end()
            }
            if !isOpen { end() }
        }
    }

    private func end() {
        let handle = handle
        silence()
        handle?(.ended)
    }

    /// Stops all calls of `handle`.
    func silence() {
        incoming = nil
        outgoing = nil
        handle = nil
    }
}

import Glibc
import HotkeyChords
import LinuxRuntime
import SystemPackage

/// A run of the helper process, which ends with this object.
@EventLoopActor
final class HelperProcess {
    enum Event {
        case report(HelperReport)
        /// The process ended, or broke the protocol. Nothing follows.
        case ended
    }

    private let socket: OwnedDescriptor
    private var child: ChildProcess?
    private var source: EventSource?
    private var buffer: [UInt8] = []
    private var handle: ((Event) -> Void)?

    /// The number of the process that talks to this one.
    var pid: Int32? { child?.pid }

    /// Starts the helper and sends the request. Throws if it can't be started.
    init(
        _ program: String, request: [UInt8], _ handle: @escaping (Event) -> Void
    ) throws(SystemError) {
        let pair = try OwnedDescriptor.socketToChild()
        // The end of the process shows as the end of its socket, so its exit status isn't needed.
        child = try ChildProcess(
            [program], environment: [],
            descriptors: [pair.childs.descriptor, pair.childs.descriptor, nil]
        ) { _ in }
        socket = pair.own
        self.handle = handle
        source = try EventLoop.shared.watch(socket.descriptor) { [unowned self] _ in read() }
        send(request)
    }

    // The source goes before its descriptor is closed.
    isolated deinit { source = nil }

    /// Sends a request. If the helper is gone, the request is lost, and `handle` gets `.ended`.
    func send(_ request: [UInt8]) {
        // Any socket has room for the few bytes of a dictation.
        _ = Glibc.send(socket.rawValue, request, request.count, Int32(MSG_NOSIGNAL))
    }

    private func read() {
        // `handle` may drop this object.
        withExtendedLifetime(self) {
            var isOpen = true
            buffer += [UInt8](unsafeUninitializedCapacity: 1024) { bytes, count in
                let result = Glibc.read(socket.rawValue, bytes.baseAddress!, bytes.count)
                isOpen = result > 0 || result < 0 && errno == EAGAIN
                count = max(0, result)
            }
            while buffer.count >= HelperReport.size, handle != nil {
                let report = HelperReport(bytes: buffer.prefix(HelperReport.size))
                buffer.removeFirst(HelperReport.size)
                guard let report else { return end() }
                handle?(.report(report))
            }
            if !isOpen { end() }
        }
    }

    private func end() {
        source = nil
        let handle = handle
        self.handle = nil
        handle?(.ended)
    }

    /// Stops all calls of `handle`.
    func silence() {
        source = nil
        handle = nil
    }
}

import Glibc
import LinuxRuntime
import SystemPackage

/// The output of a running program, read on the event loop. The first `limit` bytes are kept.
@EventLoopActor
final class ProgramOutput {
    private(set) var bytes: [UInt8] = []
    /// Whether more was printed than is kept.
    private(set) var isCut = false
    private let reading: OwnedDescriptor
    private let limit: Int
    private var source: EventSource?

    /// - Parameter onBytes: called after each read.
    init(
        adopting reading: FileDescriptor, keeping limit: Int,
        onBytes: @escaping () -> Void
    ) throws(SystemError) {
        self.reading = OwnedDescriptor(adopting: reading.rawValue)
        self.limit = limit
        try check(fcntl(reading.rawValue, F_SETFL, O_NONBLOCK), "fcntl O_NONBLOCK")
        source = try EventLoop.shared.watch(reading) { [unowned self] _ in
            read()
            onBytes()
        }
    }

    /// Reads the available bytes once: at most as many as a pipe holds, since a loop could be kept
    /// busy by a fast writer.
    func read() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(reading.rawValue, &chunk, chunk.count)
        if count > 0 {
            keep(chunk[..<count])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            source = nil
        }
    }

    private func keep(_ more: ArraySlice<UInt8>) {
        bytes += more
        guard bytes.count > limit else { return }
        isCut = true
        bytes.removeLast(bytes.count - limit)
    }
}

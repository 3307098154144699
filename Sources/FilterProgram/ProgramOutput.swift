import Glibc
import LinuxRuntime
import SystemPackage

/// One of a running program's outputs, read on the event loop. At most `limit` bytes are kept:
/// the first ones, or the last ones.
final class ProgramOutput {
    enum Kept { case first, last }

    private(set) var bytes: [UInt8] = []
    /// Whether more came than is kept.
    private(set) var isCut = false
    private let reading: OwnedDescriptor
    private let limit: Int
    private let kept: Kept
    private var source: EventSource?

    /// - Parameter onBytes: called after each read.
    init(
        adopting reading: FileDescriptor, keeping kept: Kept, of limit: Int,
        onBytes: @escaping () -> Void
    ) throws(SystemError) {
        self.reading = OwnedDescriptor(adopting: reading.rawValue)
        self.kept = kept
        self.limit = limit
        try check(fcntl(reading.rawValue, F_SETFL, O_NONBLOCK), "fcntl O_NONBLOCK")
        source = try EventLoop.shared.watch(reading) { [unowned self] _ in
            read()
            onBytes()
        }
    }

    /// Reads what is there now: at most what a pipe can hold, for a writer that is faster than
    /// this would keep the loop here.
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
        if kept == .first {
            bytes.removeLast(bytes.count - limit)
        } else {
            bytes.removeFirst(bytes.count - limit)
        }
    }
}

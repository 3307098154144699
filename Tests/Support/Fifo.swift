internal import Glibc
internal import LinuxRuntime
internal import SystemPackage

/// A named pipe by which a program under test reports what it reads.
final class Fifo {
    let path: String
    private let descriptor: OwnedDescriptor
    private var source: EventSource?
    /// Signalled when there is more in `bytes`.
    private let news: OwnedDescriptor
    private var bytes: [UInt8] = []

    init(_ path: String) throws {
        self.path = path
        unlink(path)
        try check(mkfifo(path, 0o600), "mkfifo \(path)")
        // For a writer of another user; the directory keeps others out.
        try check(chmod(path, 0o622), "chmod \(path)")
        // Open for writing too, so that there is no end of file when a writer closes it.
        descriptor = OwnedDescriptor(
            adopting: try check(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC), "open \(path)"))
        news = try .event()
        // Read at once: a writer that had to wait for the test would look like a hanging one.
        source = try EventLoop.shared.watch(descriptor.descriptor) { [unowned self] _ in read() }
    }

    // The source goes before its descriptor is closed.
    deinit { source = nil }

    /// The text up to the next `end`, which is dropped.
    @EventLoopActor
    func line(within limit: Duration, end: Unicode.Scalar) async throws -> String {
        let deadline = MonotonicClock.nanoseconds + Int64(limit / .nanoseconds(1))
        while true {
            if let line = takeLine(end) { return line }
            let left = Duration.nanoseconds(deadline - MonotonicClock.nanoseconds)
            if left <= .zero { throw Silence(text: String(decoding: bytes, as: UTF8.self)) }
            if try await EventLoop.shared.ready(news.descriptor, within: left) {
                news.drainEvent()
            }
        }
    }

    /// A line that did not come; `text` came instead.
    struct Silence: Error {
        let text: String
    }

    private func takeLine(_ end: Unicode.Scalar) -> String? {
        guard let index = bytes.firstIndex(of: UInt8(end.value)) else { return nil }
        defer { bytes.removeSubrange(...index) }
        return String(decoding: bytes[..<index], as: UTF8.self)
    }

    private func read() {
        let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, Glibc.read(descriptor.rawValue, buffer.baseAddress!, buffer.count))
        }
        bytes += chunk
        news.signalEvent()
    }
}

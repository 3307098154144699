import Glibc
import LinuxRuntime
import SystemPackage

/// Pipes whose contents aren't needed any more, because they come too late or are too large. They
/// are still read to their end: a simple owner (wl-copy) dies, and the clipboard with it, when it
/// writes to a closed pipe. The object lives until the last one is read.
final class AbandonedPipes {
    private var pipes: [Int32: EventSource] = [:]

    /// Takes over the reading end, which is non-blocking.
    func add(_ pipe: FileDescriptor) {
        let descriptor = pipe.rawValue
        let source = try? EventLoop.shared.watch(pipe) { [self] _ in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var count = 0
            repeat { count = read(descriptor, &buffer, buffer.count) } while count > 0
            if count == 0 || errno != EAGAIN && errno != EINTR { end(descriptor) }
        }
        if let source { pipes[descriptor] = source } else { close(descriptor) }
    }

    private func end(_ descriptor: Int32) {
        pipes[descriptor] = nil
        close(descriptor)
    }
}

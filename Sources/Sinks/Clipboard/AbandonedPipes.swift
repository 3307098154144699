import Glibc
import LinuxRuntime
import SystemPackage

/// Pipes whose contents nobody wants any more, because they come too late or are too large. They
/// are read to their end all the same: a simple owner (wl-copy) dies, and takes the clipboard
/// along, when it writes to a pipe that is closed. The object lives until the last one is read.
final class AbandonedPipes {
    private var pipes: [Int32: EventSource] = [:]

    /// Takes over the reading end, which doesn't block.
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

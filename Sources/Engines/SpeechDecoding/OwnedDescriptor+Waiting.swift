import Glibc
import LinuxRuntime

extension OwnedDescriptor {
    /// Blocks the calling thread until an eventfd was signalled. For threads other than the
    /// event loop's.
    borrowing func waitForEvent() {
        var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        // EINTR and spurious ends are for the caller's loop.
        _ = poll(&request, 1, -1)
    }
}

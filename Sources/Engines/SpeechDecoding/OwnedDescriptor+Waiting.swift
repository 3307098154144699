import Glibc
import LinuxRuntime

extension OwnedDescriptor {
    /// Blocks the calling thread until an eventfd is signalled. Not for the event loop's thread.
    borrowing func waitForEvent() {
        var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        // EINTR and spurious wake-ups are handled by the caller's loop.
        _ = poll(&request, 1, -1)
    }
}

import CLinux
import Glibc
public import SystemPackage

/// A file descriptor that is closed with this value.
public struct OwnedDescriptor: ~Copyable, Sendable {
    public let descriptor: FileDescriptor

    /// Takes over an open descriptor.
    public init(adopting rawValue: Int32) {
        descriptor = FileDescriptor(rawValue: rawValue)
    }

    public var rawValue: Int32 { descriptor.rawValue }

    deinit {
        // close(2): Linux frees the descriptor even when it reports EINTR, so never retry.
        close(descriptor.rawValue)
    }

    /// Gives up ownership of the open descriptor.
    public consuming func release() -> FileDescriptor {
        let descriptor = self.descriptor
        discard self
        return descriptor
    }

    /// An eventfd(2): non-blocking, close-on-exec, counter 0.
    public static func event() throws(SystemError) -> OwnedDescriptor {
        let raw = try check(
            eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
        return OwnedDescriptor(adopting: raw)
    }

    /// A nameless file in memory (memfd_create(2)) for this user only, positioned at its start;
    /// close-on-exec.
    public static func memory(_ bytes: [UInt8]) throws(SystemError) -> OwnedDescriptor {
        let file = OwnedDescriptor(
            adopting: try check(utter_memory_file("utter"), "memfd_create"))
        do {
            try check(fchmod(file.rawValue, S_IRUSR | S_IWUSR), "fchmod")
            try file.descriptor.writeAll(bytes)
            try file.descriptor.seek(offset: 0, from: .start)
        } catch {
            throw SystemError("write a file in memory", error as? Errno ?? .ioError)
        }
        return file
    }

    /// A nameless file in memory (memfd_create(2)) of so many zero bytes; close-on-exec.
    public static func memory(size: Int) throws(SystemError) -> OwnedDescriptor {
        let file = OwnedDescriptor(
            adopting: try check(utter_memory_file("utter"), "memfd_create"))
        try check(ftruncate(file.rawValue, size), "ftruncate")
        return file
    }

    /// Adds one to an eventfd. Allocates nothing and may be called from any thread.
    public borrowing func signalEvent() {
        // It fails only when the counter would pass 2⁶⁴−2: the reader has been woken already.
        _ = eventfd_write(descriptor.rawValue, 1)
    }

    /// Resets an eventfd to zero.
    public borrowing func drainEvent() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor.rawValue, &count)
    }
}

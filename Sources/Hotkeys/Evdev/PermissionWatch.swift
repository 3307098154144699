import Glibc
package import LinuxRuntime

/// Tells when the permissions of a device in /dev/input change. logind gives a session access
/// to its devices by itself, and no event of udev tells of it; inotify(7) does.
package final class PermissionWatch {
    private let inotify: OwnedDescriptor
    private var source: EventSource?

    package init(_ handle: @escaping () -> Void) throws(SystemError) {
        inotify = OwnedDescriptor(
            adopting: try check(
                inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)), "inotify_init1"))
        try check(
            inotify_add_watch(inotify.rawValue, "/dev/input", UInt32(IN_ATTRIB)),
            "inotify_add_watch /dev/input")
        source = try EventLoop.shared.watch(inotify.descriptor) { [unowned self] _ in
            drain()
            handle()
        }
    }

    /// What changed is of no interest: every device that was denied is tried again.
    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(inotify.rawValue, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}

import Glibc
package import LinuxRuntime

/// Reports changes of permissions in /dev/input. logind gives a session access to its devices
/// without an event from udev; inotify(7) reports it.
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

    /// Which file changed doesn't matter: every unreadable device is tried again.
    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(inotify.rawValue, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}

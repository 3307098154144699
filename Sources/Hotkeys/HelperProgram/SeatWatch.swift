import CSystemd
import Glibc
import LinuxRuntime
import SystemPackage

/// Whether the caller is the active user of a seat, by systemd-logind. For the helper with its group.
///
/// The group `input` alone would let anybody who can run the helper watch the keyboard, over ssh
/// too, and after another user has taken the seat. As with `uaccess` devices, only the active user
/// may.
final class SeatWatch {
    private let user = getuid()
    /// sd_login_monitor*; nil without logind.
    private let monitor: OpaquePointer?
    private var source: EventSource?

    /// Calls `handle` when sessions begin, end or change.
    init(_ handle: @escaping () -> Void) throws(SystemError) {
        var monitor: OpaquePointer?
        if access("/run/systemd/seats", F_OK) == 0 {
            let result = sd_login_monitor_new("seat", &monitor)
            if result < 0 { throw SystemError("sd_login_monitor_new", Errno(rawValue: -result)) }
        }
        self.monitor = monitor
        guard let monitor else { return }
        let descriptor = FileDescriptor(rawValue: sd_login_monitor_get_fd(monitor))
        source = try EventLoop.shared.watch(descriptor) { [unowned self] _ in
            if takeChanges() { handle() }
        }
    }

    deinit {
        source = nil
        sd_login_monitor_unref(monitor)
    }

    /// Whether something has changed since the last call or the last call of `handle`. It doesn't
    /// wait: what logind wrote before this call is seen, since the kernel queues events of
    /// inotify(7) while logind writes.
    func takeChanges() -> Bool {
        guard let monitor else { return false }
        var isChanged = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            // Not sd_login_monitor_flush, which polls; that isn't needed, since the descriptor is
            // non-blocking.
            while read(sd_login_monitor_get_fd(monitor), buffer.baseAddress, buffer.count) > 0 {
                isChanged = true
            }
        }
        return isChanged
    }

    /// Whether the caller may use the devices of a seat now. Without logind it is unknown who is at
    /// the seat, and everybody who can run the helper is trusted. Root may read them anyway.
    func allows(_ seat: String) -> Bool {
        monitor == nil || user == 0 || sd_uid_is_on_seat(user, 1, seat) > 0
    }
}

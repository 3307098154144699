import CLinux
import Glibc
import LinuxRuntime
public import Problems

/// The backlog of the compositor's clients: how much they have not read yet.
///
/// A compositor ends the connection of a client, and so closes its windows, once the kernel's
/// buffer (208 kB as the kernel counts) and libwayland's own are full of unread events. About 1,000
/// characters at once would be enough to kill a window that hangs for a moment. No Wayland protocol
/// reports what a client has read, but the kernel does.
public final class ReceiverQueues {
    private let connection: WaylandConnection
    /// The backlog of each client before typing, by the inode of the compositor's end.
    private var before: [UInt32: UInt32]?
    /// Bytes sent to a window since the last look.
    private var sent: UInt32 = 0

    /// The backlog in bytes at which typing waits, and how many bytes are sent, even to a hanging
    /// window, before the backlog is looked at again.
    private let limit: UInt32
    /// The cost of a burst, and of a key in it, as the kernel counts: GTK 3 is sent 250 bytes for a
    /// key and its modifiers, and the kernel keeps a buffer of more than 1 kB for each burst.
    private static let (burst, key): (UInt32, UInt32) = (1_536, 256)
    /// A third of the kernel's buffer: what is sent between two looks fits into the rest.
    public static let third: UInt32 = 70_000
    /// Growth of a backlog above this between two looks may be due to typing: less than what is sent
    /// between them, of which the kernel counts a third or more.
    private var notable: UInt32 { min(4_096, limit / 8) }
    /// How long a window may read nothing.
    private static let timeout = Duration.seconds(10)

    /// Reads the clients' backlogs before typing.
    ///
    /// - Parameter limit: how many bytes a window may be behind, as the kernel counts: a burst of
    ///   eight keys has about 3,500.
    public init(of connection: WaylandConnection, limit: UInt32 = third) {
        (self.connection, self.limit) = (connection, limit)
        before = unread()
    }

    /// Returns once another burst can be sent, or the task was cancelled.
    ///
    /// - Parameter keys: the number of keys in the burst, at most 32.
    public func makeRoom(for keys: Int) async throws(Problem) {
        let cost = Self.burst + UInt32(keys) * Self.key
        if sent + cost > limit {
            // After a failure the next call looks again.
            try await settle()
            sent = 0
            // Progress: the wait was for windows, not for the compositor.
            Deadline.current?.renew()
        }
        sent += cost
    }

    /// Stores the clients' current backlogs for comparison.
    public func note() {
        before = unread()
    }

    /// Whether each client has read everything that came since ``note()``, as far as the kernel
    /// reports.
    public var isRead: Bool {
        guard let before, let now = unread() else { return true }
        return !now.contains { inode, bytes in bytes > before[inode, default: 0] }
    }

    /// Returns once no client that may be typed into has too large a backlog, or the task was
    /// cancelled.
    private func settle() async throws(Problem) {
        guard let before else {
            // The kernel does not report it (another network namespace, a sandbox): types slowly
            // enough for a window that hangs for a second.
            try? await EventLoop.shared.sleep(for: .milliseconds(250))
            return
        }
        let deadline = Deadline(Self.timeout)
        var least = UInt64.max
        var pause = Duration.milliseconds(1)
        while !Task.isCancelled, let now = unread() {
            let backlogs = now.filter { inode, bytes in
                bytes > limit && bytes > before[inode, default: 0] + notable
            }
            if backlogs.isEmpty {
                self.before = now
                return
            }
            let backlog = backlogs.values.reduce(0) { $0 + UInt64($1) }
            if backlog < least {
                // It reads, however slowly.
                least = backlog
                deadline.renew()
                Deadline.current?.renew()
            } else if deadline.remaining <= .zero {
                throw Problem(
                    "the focused window hangs",
                    why: "it has read nothing of what is typed for \(Self.timeout)")
            }
            try? await EventLoop.shared.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    /// The backlog of each client; nil if the kernel does not report it.
    private func unread() -> [UInt32: UInt32]? {
        let list = [utter_unread](unsafeUninitializedCapacity: 4096) { buffer, count in
            let path = connection.path
            count = Int(
                max(0, utter_list_unread(path, buffer.baseAddress!, Int32(buffer.count))))
        }
        // This process is a client itself, so there is at least one.
        if !list.contains(where: { $0.is_accepted != 0 }) { return nil }
        // Xwayland's end has no name, since it was made by socketpair(2).
        let ends = Set(connection.compositor.map(UnixSocketStatus.inodes) ?? [])
        let clients = list.filter { $0.is_accepted != 0 || ends.contains($0.inode) }
        return Dictionary(clients.map { ($0.inode, $0.bytes) }) { first, _ in first }
    }
}

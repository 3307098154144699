import CLinux
public import Dictation
import Glibc
import LinuxRuntime

/// How much the compositor's clients have yet to read.
///
/// A compositor ends the connection of a client, and so its windows, once the kernel's buffer
/// (208 kB in its account) and libwayland's own are full of unread events. A window that hangs for
/// a moment would be killed by about 1,000 characters that come at once. No Wayland protocol tells
/// what a client has read, but the kernel does.
public final class ReceiverQueues {
    private let connection: WaylandConnection
    /// What each client had to read when all was well last, by the inode of the compositor's end.
    private var before: [UInt32: UInt32]?
    /// Bytes that a window was sent since.
    private var sent: UInt32 = 0

    /// Bytes that even a window that hangs can be sent without asking.
    private static let sentPerLook: UInt32 = 70_000
    /// What a burst and a key of it cost in the kernel's account: a message to GTK 3 of a key and
    /// of its modifiers has 250 bytes, and the kernel keeps a buffer of more than 1 kB for each
    /// burst.
    private static let (burst, key): (UInt32, UInt32) = (1_536, 256)
    /// Unread bytes at which typing waits: a third of the kernel's buffer, and what is sent
    /// between two looks fits into the rest.
    private static let limit: UInt32 = 70_000
    /// Growth that can be due to typing; else it is a client that hung before.
    private static let notable: UInt32 = 4_096
    /// How long a window may hang.
    private static let patience = Duration.seconds(10)

    /// Looks at the compositor's clients as they are before typing.
    public init(of connection: WaylandConnection) {
        self.connection = connection
        before = unread()
    }

    /// Returns once one more burst can be sent, or the task was cancelled.
    ///
    /// - Parameter keys: how many it presses, at most 32.
    public func makeRoom(for keys: Int) async throws(Problem) {
        let cost = Self.burst + UInt32(keys) * Self.key
        if sent + cost > Self.sentPerLook {
            // After a failure the next call looks again.
            try await settle()
            sent = 0
            // The windows' time is their own, not the compositor's.
            Deadline.current?.renew()
        }
        sent += cost
    }

    /// Remembers what the clients have to read as it is now.
    public func note() {
        before = unread()
    }

    /// Whether each client has read all that came since ``note()``, as far as the kernel tells.
    public var isRead: Bool {
        guard let before, let now = unread() else { return true }
        return !now.contains { inode, bytes in bytes > before[inode, default: 0] }
    }

    /// Returns once no client that typing may concern has too much to read, or the task was
    /// cancelled.
    private func settle() async throws(Problem) {
        guard let before else {
            // The kernel does not tell (another network namespace, a sandbox): slow enough for
            // a window that hangs a second.
            try? await EventLoop.shared.sleep(for: .milliseconds(250))
            return
        }
        let deadline = MonotonicClock.nanoseconds + Int64(Self.patience / .nanoseconds(1))
        var pause = Duration.milliseconds(1)
        while !Task.isCancelled, let now = unread() {
            let isBehind = now.contains { inode, bytes in
                bytes > Self.limit && bytes > before[inode, default: 0] + Self.notable
            }
            if !isBehind {
                self.before = now
                return
            }
            if MonotonicClock.nanoseconds > deadline {
                throw Problem(
                    "the focused window hangs",
                    why: "it has read nothing of what is typed for \(Self.patience)")
            }
            try? await EventLoop.shared.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    /// What each client has yet to read; nil if the kernel does not tell.
    private func unread() -> [UInt32: UInt32]? {
        let list = [utter_unread](unsafeUninitializedCapacity: 4096) { buffer, count in
            let path = connection.path
            count = Int(
                max(0, utter_list_unread(path, buffer.baseAddress!, Int32(buffer.count))))
        }
        // At least this process is a client.
        if !list.contains(where: { $0.is_accepted != 0 }) { return nil }
        // Xwayland's end has no name, for it was made by socketpair(2).
        let ends = Set(connection.compositor.map(UnixSocketStatus.inodes) ?? [])
        let clients = list.filter { $0.is_accepted != 0 || ends.contains($0.inode) }
        return Dictionary(clients.map { ($0.inode, $0.bytes) }) { first, _ in first }
    }
}

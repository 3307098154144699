import CWayland
import Dictation
import LinuxRuntime

/// How much the compositor's clients have yet to read.
///
/// A compositor ends the connection of a client, and so its windows, once the kernel's buffer
/// (208 kB in its account) and libwayland's own are full of unread events. A window that hangs for
/// a moment would be killed by about 1,000 characters that come at once. No Wayland protocol tells
/// what a client has read, but the kernel does.
final class ReceiverQueues {
    private let path: String
    /// By the inodes of the compositor's ends.
    private let before: [UInt32: UInt32]?

    /// Unread bytes at which typing waits: a third of the kernel's buffer, and what is typed
    /// between two looks (8 bursts, to GTK 3 at most 9 kB each) fits into the rest.
    private static let limit: UInt32 = 70_000
    /// Growth that can be due to typing; else it is a client that hung before.
    private static let notable: UInt32 = 4_096
    /// How long a window may hang.
    private static let patience = Duration.seconds(10)

    /// Looks at the clients of the compositor at the socket's path as they are before typing.
    init(path: String) {
        self.path = path
        before = Self.unread(path)
    }

    /// Returns once no client that typing may concern has too much to read, or the task was
    /// cancelled.
    func settle() async throws(Problem) {
        guard let before else {
            // The kernel does not tell (another network namespace, a sandbox): slow enough for
            // a window that hangs a second.
            try? await EventLoop.shared.sleep(for: .milliseconds(250))
            return
        }
        let deadline = MonotonicClock.nanoseconds + Int64(Self.patience / .nanoseconds(1))
        var pause = Duration.milliseconds(1)
        while !Task.isCancelled, let now = Self.unread(path) {
            let isBehind = now.contains { inode, bytes in
                bytes > Self.limit && bytes > before[inode, default: 0] + Self.notable
            }
            if !isBehind { return }
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
    private static func unread(_ path: String) -> [UInt32: UInt32]? {
        // More clients than any session has.
        let list = [utter_unread](unsafeUninitializedCapacity: 512) { buffer, count in
            count = Int(max(0, utter_list_unread(path, buffer.baseAddress!, Int32(buffer.count))))
        }
        // At least this process is a client.
        if list.isEmpty { return nil }
        return Dictionary(list.map { ($0.inode, $0.bytes) }) { first, _ in first }
    }
}

import CX11
import Glibc
import LinuxRuntime

/// The process behind a window, where it says so and is on this machine. It tells whether a
/// window that answers no ping (xterm) may still have keys to read, and one that is late with
/// its answer (on a busy machine) may yet give it.
struct ReceivingProcess {
    let pid: Int32
    /// The inodes of its sockets to the X server; none where the kernel doesn't tell.
    private let sockets: [UInt32]
    /// Whether another thread than the first may read keys.
    private let hasThreads: Bool

    /// From _NET_WM_PID and WM_CLIENT_MACHINE (Extended Window Manager Hints).
    init?(_ windows: [Window], _ connection: XConnection) {
        for window in windows {
            guard let pid = connection.cardinals("_NET_WM_PID", of: window)?.first else {
                continue
            }
            var machine = XTextProperty()
            guard XGetWMClientMachine(connection.display, window, &machine) != 0,
                let value = machine.value
            else { return nil }
            defer { XFree(value) }
            guard String(cString: value) == Self.hostName else { return nil }
            self.init(Int32(truncatingIfNeeded: pid), connection)
            return
        }
        return nil
    }

    private init(_ pid: Int32, _ connection: XConnection) {
        self.pid = pid
        let server = connection.serverSocket
        sockets = UnixSocketStatus.inodes(of: pid).filter { inode in
            guard let server, let socket = UnixSocketStatus(inode: inode) else { return false }
            return UnixSocketStatus(inode: socket.peer)?.name == server
        }
        hasThreads = Self.text(of: "status", pid).split(separator: "\n")
            .first { $0.hasPrefix("Threads:") }?.split(separator: "\t").last != "1"
    }

    /// Whether it can be known that it has read all.
    var tellsWhatItRead: Bool { !sockets.isEmpty && !hasThreads }

    /// What tells that it has done with all keys.
    struct Rest {
        /// How often it must look the same, at rest, one look after another, and for how long.
        let looks: Int
        let time: Duration
        /// Between two looks.
        let pause: Duration

        /// Where it isn't known what waits for it: longer than a program at rest takes to read
        /// some keys.
        static let guessed = Rest(
            looks: 1, time: .milliseconds(60), pause: .milliseconds(10))
        static let known = Rest(looks: 2, time: .zero, pause: .microseconds(300))
    }

    var rest: Rest { tellsWhatItRead ? .known : .guessed }

    /// What it is doing, as far as the kernel tells (proc(5), sock_diag(7)).
    struct Activity: Equatable {
        /// proc_pid_stat(5): `S` asleep, `R` running or ready to run, `D` waiting for a disk,
        /// `T` stopped.
        var state: Character = "?"
        /// How often its first thread gave up or lost the processor.
        var switches: [Substring] = []

        /// Bytes that it has yet to read of what the server sent, and the other way round.
        var (unread, unsent): (UInt32, UInt32) = (0, 0)

        var hasUnread: Bool { unread > 0 }
        var isAtRest: Bool { (state == "S" || state == "?") && unread == 0 && unsent == 0 }
    }

    var activity: Activity {
        var activity = Activity()
        for line in Self.text(of: "status", pid).split(separator: "\n") {
            if line.hasPrefix("State:") {
                activity.state = line.dropFirst(6).first { !$0.isWhitespace } ?? "?"
            } else if line.contains("ctxt_switches:") {
                activity.switches.append(line)
            }
        }
        for socket in sockets.compactMap({ UnixSocketStatus(inode: $0) }) {
            activity.unread += socket.unread
            activity.unsent += socket.unsent
        }
        return activity
    }

    /// Processor time that all its threads have used up to now.
    var processorTime: Duration {
        let text = Self.text(of: "stat", pid)
        // proc_pid_stat(5): fields 14 and 15, in ticks. The second, a name in brackets, may hold
        // anything.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
            return .zero
        }
        return .milliseconds((user + system) * 1000 / sysconf(Int32(_SC_CLK_TCK)))
    }

    /// One of its files in /proc; empty if it has gone.
    private static func text(of name: String, _ pid: Int32) -> String {
        guard let file = fopen("/proc/\(pid)/\(name)", "r") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        gethostname(&buffer, buffer.count - 1)
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

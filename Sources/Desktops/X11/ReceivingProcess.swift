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

    /// As the server knows it (X-Resource 1.2), and else as the window says.
    init?(_ windows: [Window], _ connection: XConnection) {
        // Of another machine the server knows only who passes on what it sends.
        if let host = Self.host(of: windows, connection), host != Self.hostName { return nil }
        guard let window = windows.first,
            let pid = Self.client(of: window, connection) ?? Self.stated(windows, connection)
        else { return nil }
        self.pid = pid
        let server = connection.serverSocket
        sockets = UnixSocketStatus.inodes(of: pid).filter { inode in
            guard let server, let socket = UnixSocketStatus(inode: inode) else { return false }
            return UnixSocketStatus(inode: socket.peer)?.name == server
        }
    }

    /// WM_CLIENT_MACHINE (ICCCM 4.1.2.9).
    private static func host(of windows: [Window], _ connection: XConnection) -> String? {
        for window in windows {
            var machine = XTextProperty()
            guard XGetWMClientMachine(connection.display, window, &machine) != 0,
                let value = machine.value
            else { continue }
            defer { XFree(value) }
            return String(cString: value)
        }
        return nil
    }

    /// The process that holds the other end of the connection which made a window, if it is on this
    /// machine, and in sight.
    private static func client(of window: Window, _ connection: XConnection) -> Int32? {
        var spec = XResClientIdSpec(client: window, mask: XRES_CLIENT_ID_PID_MASK.rawValue)
        var (count, values) = (0, UnsafeMutablePointer<XResClientIdValue>?.none)
        guard XResQueryClientIds(connection.display, 1, &spec, &count, &values) == 0, count > 0,
            let values
        else { return nil }
        defer { XResClientIdsDestroy(count, values) }
        let pid = XResGetClientPid(values)
        // An ssh that passes another machine's windows on tells nothing of them.
        return pid > 0 && text(of: "comm", pid) != "ssh\n" ? pid : nil
    }

    /// _NET_WM_PID (Extended Window Manager Hints), where it is said whose machine that is of.
    private static func stated(_ windows: [Window], _ connection: XConnection) -> Int32? {
        guard host(of: windows, connection) != nil else { return nil }
        return windows.lazy.compactMap { connection.cardinals("_NET_WM_PID", of: $0)?.first }
            .first.map { Int32(truncatingIfNeeded: $0) }
    }

    /// Whether it can be known that it has read all.
    var tellsWhatItRead: Bool { !sockets.isEmpty }

    /// What tells that it has done with all keys.
    struct Rest {
        /// How often it must look the same, at rest, one look after another, and for how long.
        let looks: Int
        let time: Duration
        /// Between two looks.
        let pause: Duration

        /// Where it isn't known what waits for it: longer than a program at rest takes to read so
        /// many keys.
        static func guessed(_ keys: Int) -> Rest {
            Rest(looks: 1, time: .milliseconds(60 + 2 * keys), pause: .milliseconds(10))
        }

        static let known = Rest(looks: 2, time: .zero, pause: .microseconds(300))
    }

    /// What it is doing, as far as the kernel tells (proc(5), sock_diag(7)).
    struct Activity: Equatable {
        /// The states of its threads, each once (proc_pid_stat(5)): `S` asleep, `R` running or ready
        /// to run, `D` waiting for a disk, `T` stopped.
        var states: Set<Character> = []
        /// How often each of its threads gave up or lost the processor.
        var switches: [Substring] = []

        /// Bytes that it has yet to read of what the server sent, and the other way round.
        var (unread, unsent): (UInt32, UInt32) = (0, 0)

        var hasUnread: Bool { unread > 0 }
        var isStopped: Bool { states.contains("T") }
        /// Also the kernel's own, and those that end.
        var isAtRest: Bool { states.isDisjoint(with: "RDT") && unread == 0 && unsent == 0 }
    }

    /// - Parameter threads: whether all its threads count, any of which may be the one that reads
    ///   keys, or holds up the one that does; else the first alone does.
    func activity(ofAllThreads threads: Bool) -> Activity {
        var activity = Activity()
        for thread in threads ? Folder.names(in: "/proc/\(pid)/task") : ["\(pid)"] {
            for line in Self.text(of: "task/\(thread)/status", pid).split(separator: "\n") {
                if line.hasPrefix("State:") {
                    line.dropFirst(6).first { !$0.isWhitespace }.map { _ = activity.states.insert($0) }
                } else if line.contains("ctxt_switches:") {
                    activity.switches.append(line)
                }
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

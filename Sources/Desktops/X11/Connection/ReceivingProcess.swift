import CX11
import Glibc
import LinuxRuntime

/// The process of a window, if it is known and on this machine. It shows whether a window that
/// answers no pings (xterm) may still have keys to read, and whether a late answer (on a busy
/// machine) may still come.
struct ReceivingProcess {
    let pid: Int32
    /// The inodes of its sockets to the X server; empty if the kernel doesn't report them.
    private let sockets: [UInt32]

    /// From the server (X-Resource 1.2), or else from the window's property.
    init?(_ windows: [Window], _ connection: XConnection) {
        // For a window of another machine the server only knows the process that forwards it.
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

    /// The process at the other end of the connection that made a window, if it is on this machine
    /// and visible in /proc.
    private static func client(of window: Window, _ connection: XConnection) -> Int32? {
        var spec = XResClientIdSpec(client: window, mask: XRES_CLIENT_ID_PID_MASK.rawValue)
        var (count, values) = (0, UnsafeMutablePointer<XResClientIdValue>?.none)
        guard XResQueryClientIds(connection.display, 1, &spec, &count, &values) == 0, count > 0,
            let values
        else { return nil }
        defer { XResClientIdsDestroy(count, values) }
        let pid = XResGetClientPid(values)
        // An ssh that forwards another machine's windows says nothing about them.
        return pid > 0 && ProcessFile.text("comm", of: pid) != "ssh\n" ? pid : nil
    }

    /// _NET_WM_PID (Extended Window Manager Hints), if the window also has the name of the machine.
    private static func stated(_ windows: [Window], _ connection: XConnection) -> Int32? {
        guard host(of: windows, connection) != nil else { return nil }
        return windows.lazy.compactMap { connection.cardinals("_NET_WM_PID", of: $0)?.first }
            .first.map { Int32(truncatingIfNeeded: $0) }
    }

    /// Whether it can be known that it has read everything.
    var reportsReading: Bool { !sockets.isEmpty }

    /// The condition for having handled all keys.
    struct Rest {
        /// In how many looks in a row it must be in the same idle state, and for how long.
        let looks: Int
        let time: Duration
        /// The pause between two looks.
        let pause: Duration

        /// For when its backlog is unknown: longer than an idle program takes to read this many
        /// keys.
        static func guessed(_ keys: Int) -> Rest {
            Rest(looks: 1, time: .milliseconds(60 + 2 * keys), pause: .milliseconds(10))
        }

        static let known = Rest(looks: 2, time: .zero, pause: .microseconds(300))
    }

    /// Its activity as reported by the kernel (proc(5), sock_diag(7)).
    struct Activity: Equatable {
        /// The states of its threads, each state once (proc_pid_stat(5)): `S` asleep, `R` running
        /// or runnable, `D` waiting for a disk, `T` stopped.
        var states: Set<Character> = []
        /// How often each of its threads was switched out.
        var switches: [Substring] = []

        /// Bytes from the server that it has not read, and bytes that the server has not read from
        /// it.
        var (unread, unsent): (UInt32, UInt32) = (0, 0)

        var hasUnread: Bool { unread > 0 }
        var isStopped: Bool { states.contains("T") }
        /// No thread runs, waits for a disk or is stopped, and nothing is unread in either
        /// direction. Any other state of a thread counts as at rest.
        var isAtRest: Bool { states.isDisjoint(with: "RDT") && unread == 0 && unsent == 0 }
    }

    private static let switchCounts = ["voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:"]

    /// - Parameter threads: whether all its threads count, any of which may read the keys, or delay
    ///   the one that does; otherwise only the first counts.
    func activity(ofAllThreads threads: Bool) -> Activity {
        var activity = Activity()
        for thread in threads ? Folder.names(in: "/proc/\(pid)/task") : ["\(pid)"] {
            for line in ProcessFile.text("task/\(thread)/status", of: pid).split(separator: "\n") {
                if line.hasPrefix("State:") {
                    line.dropFirst(6).first { !$0.isWhitespace }.map {
                        _ = activity.states.insert($0)
                    }
                } else if Self.switchCounts.contains(where: line.hasPrefix) {
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

    /// The processor time that all its threads have used so far.
    var processorTime: Duration {
        .seconds(ProcessFile.processorTimes(of: pid).prefix(2).reduce(0, +))
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        gethostname(&buffer, buffer.count - 1)
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

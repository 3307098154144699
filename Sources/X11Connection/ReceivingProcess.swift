import CX11
import Glibc

/// The process behind a window, where it says so and is on this machine. It tells whether a
/// window that answers no ping (xterm) may still have keys to read, and one that is late with
/// its answer (on a busy machine) may yet give it.
struct ReceivingProcess {
    let pid: Int32

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
            self.pid = Int32(truncatingIfNeeded: pid)
            return
        }
        return nil
    }

    /// What it is doing, as far as /proc tells.
    struct Activity: Equatable {
        /// proc_pid_stat(5): `S` asleep, `R` running or ready to run, `D` waiting for a disk,
        /// `T` stopped.
        var state: Character = "?"
        /// How often its first thread gave up or lost the processor.
        var switches: [Substring] = []

        var isAwake: Bool { state != "S" && state != "?" }
    }

    var activity: Activity {
        var activity = Activity()
        for line in text(of: "status").split(separator: "\n") {
            if line.hasPrefix("State:") {
                activity.state = line.dropFirst(6).first { !$0.isWhitespace } ?? "?"
            } else if line.contains("ctxt_switches:") {
                activity.switches.append(line)
            }
        }
        return activity
    }

    /// Processor time that all its threads have used up to now.
    var processorTime: Duration {
        let text = text(of: "stat")
        // proc_pid_stat(5): fields 14 and 15, in ticks. The second, a name in brackets, may hold
        // anything.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
            return .zero
        }
        return .milliseconds((user + system) * 1000 / sysconf(Int32(_SC_CLK_TCK)))
    }

    /// One of its files in /proc; empty if it has gone.
    private func text(of name: String) -> String {
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

import CX11
import Glibc
import LinuxRuntime

/// The process behind a window, where it says so and is on this machine. It tells whether a
/// window that answers no ping (xterm) may still have keys to read.
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

    /// Whether the process waits for input. A program that has keys to read is running or ready
    /// to run, for the server's write to its socket woke it; one that is stopped (`T`) or waits
    /// for a disk (`D`) will read them later.
    var isAsleep: Bool {
        // proc_pid_stat(5): "pid (name) state …"; the name may contain anything.
        guard let file = fopen("/proc/\(pid)/stat", "r") else { return true }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = fread(&buffer, 1, buffer.count, file)
        let line = buffer.prefix(count)
        guard let end = line.lastIndex(of: UInt8(ascii: ")")), end + 2 < line.endIndex else {
            return true
        }
        return line[end + 2] == UInt8(ascii: "S")
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        gethostname(&buffer, buffer.count - 1)
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

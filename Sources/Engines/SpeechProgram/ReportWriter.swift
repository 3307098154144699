import Glibc
import LinuxRuntime
import SpeechWorkerProtocol

/// Sends reports to the daemon. Waits while the daemon doesn't read: nothing else could be done.
struct ReportWriter {
    func send(_ report: WorkerReport) {
        var left = report.bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { write(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                left.removeFirst(count)
            } else if errno != EINTR {
                // The daemon is gone.
                _exit(0)
            }
        }
    }
}

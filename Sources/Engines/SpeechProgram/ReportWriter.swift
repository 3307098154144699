import Dictation
import Glibc
import LinuxRuntime
import SpeechWorkerProtocol

/// Sends reports to the daemon. Waits while the daemon doesn't read: nothing else could be done.
final class ReportWriter {
    /// Bytes that are held until the next report.
    private var held: [UInt8] = []

    /// Sends a report. The words of an utterance leave with the report that follows, which says up
    /// to which sample all is reported: if the engine fails in between, the daemon has both or
    /// neither, and whoever gets the sound next loses nothing and repeats nothing.
    func send(_ report: WorkerReport) {
        held += report.bytes
        if case .event(let event, dictation: _) = report {
            switch event {
            case .words, .utterance: return
            default: break
            }
        }
        flush()
    }

    private func flush() {
        var left = held[...]
        held = []
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

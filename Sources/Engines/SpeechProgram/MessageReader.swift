import Glibc
import LinuxRuntime
import SpeechWorkerProtocol

/// Reads the daemon's messages. The process ends when the daemon is gone, whatever the engine does.
struct MessageReader: Sendable {
    private var received = FrameBuffer()

    /// The next message, waiting for it; nil when the daemon is gone or sends a malformed message.
    mutating func next() -> WorkerMessage? {
        while true {
            do throws(MalformedMessage) {
                if let message = try received.nextMessage() { return message }
            } catch {
                return nil
            }
            var isOpen = true
            received.append(
                [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, count in
                    let result = read(STDIN_FILENO, bytes.baseAddress!, bytes.count)
                    isOpen = result > 0 || result < 0 && errno == EINTR
                    count = max(0, result)
                })
            guard isOpen else { return nil }
        }
    }

    /// Continues on its own thread.
    consuming func start(into queue: MessageQueue) throws(SystemError) {
        let first = self
        let thread = try Thread(name: "messages") {
            var reader = first
            while let message = reader.next() { queue.add(message) }
            _exit(0)
        }
        thread.detach()
    }
}

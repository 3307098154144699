import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// A connection to speech-dispatcher. One command is under way at a time, as the protocol wants it;
/// the others wait in it. It never waits, and wakes only when the server sends something.
@EventLoopActor
final class SSIPConnection {
    private let socket: OwnedDescriptor
    private var source: EventSource?
    private var timeout: EventSource?
    private var waiting: [Command] = []
    /// The command whose answer is awaited.
    private var current: Command?
    /// Bytes that the socket has not taken yet.
    private var unsent: ArraySlice<UInt8> = []
    private var buffer = SSIPReplyBuffer()
    private let onEvent: (_ message: String, SSIPReply.Event) -> Void
    private let onEnd: (_ why: String) -> Void

    /// How long the server may take for an answer.
    static let timeout = Duration.seconds(2)

    private struct Command {
        let bytes: [UInt8]
        /// Called with the answer.
        let done: (SSIPReply) -> Void
    }

    /// - Parameters:
    ///   - onEvent: called when a message begins or ends to sound.
    ///   - onEnd: called once when the server is gone, or hangs; not after `close`.
    init(
        to path: String, onEvent: @escaping (_ message: String, SSIPReply.Event) -> Void,
        onEnd: @escaping (_ why: String) -> Void
    ) throws(SystemError) {
        socket = try UnixSocketAddress.connect(to: path)
        (self.onEvent, self.onEnd) = (onEvent, onEnd)
        source = try EventLoop.shared.watch(socket.descriptor) { [weak self] in self?.handle($0) }
    }

    /// Sends a command of one line as soon as those before it are answered.
    func send(_ command: String, _ done: @escaping (SSIPReply) -> Void = { _ in }) {
        waiting.append(Command(bytes: Array("\(command)\r\n".utf8), done: done))
        sendNext()
    }

    /// Sends a text to speak. `done` is called with the message's number, or nil if the server
    /// doesn't take it.
    func speak(_ data: [UInt8], _ done: @escaping (_ message: String?) -> Void) {
        send("SPEAK") { [weak self] reply in
            guard reply.isSuccess else { return done(nil) }
            // Before all other commands: the server takes what comes for the text now.
            self?.waiting.insert(
                Command(bytes: data) { done($0.isSuccess ? $0.data.first : nil) }, at: 0)
        }
    }

    /// Ends the connection. The server stops speaking then.
    func close() {
        (source, timeout, current, waiting) = (nil, nil, nil, [])
    }

    private func end(_ why: String) {
        guard source != nil else { return }
        close()
        onEnd(why)
    }

    private func sendNext() {
        guard current == nil, source != nil, !waiting.isEmpty else { return }
        let command = waiting.removeFirst()
        current = command
        unsent = command.bytes[...]
        timeout = EventLoop.shared.timer(after: Self.timeout) { [weak self] in
            self?.end("it hasn't answered for \(Self.timeout.seconds) s")
        }
        sendRest()
    }

    private func sendRest() {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes {
                Glibc.send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                unsent = unsent.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return watch(for: [.readable, .writable])
            default: return end("\(Errno(rawValue: errno))")
            }
        }
    }

    private func watch(for events: IOEvents) {
        do throws(SystemError) {
            source = try EventLoop.shared.watch(socket.descriptor, for: events) { [weak self] in
                self?.handle($0)
            }
        } catch {
            end("\(error)")
        }
    }

    private func handle(_ events: IOEvents) {
        if !unsent.isEmpty, events.contains(.writable) {
            sendRest()
            if unsent.isEmpty { watch(for: .readable) }
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket.rawValue, &bytes, bytes.count, 0)
        if count < 0 {
            if errno == EAGAIN || errno == EINTR { return }
            return end("\(Errno(rawValue: errno))")
        }
        if count == 0 { return end("it is gone") }
        do throws(SSIPReplyBuffer.Invalid) {
            for reply in try buffer.take(Array(bytes[..<count])) { take(reply) }
        } catch {
            end("what it sends is not SSIP")
        }
    }

    private func take(_ reply: SSIPReply) {
        if (700..<800).contains(reply.code) {
            if let (message, kind) = reply.event { onEvent(message, kind) }
            return
        }
        guard let command = current else { return end("it answers another question") }
        (current, timeout) = (nil, nil)
        command.done(reply)
        sendNext()
    }
}

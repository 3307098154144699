internal import Glibc
public import LinuxRuntime
internal import SystemPackage

/// A server that speaks SSIP as the test wants it: for a hang, a refusal, an end in between, which a
/// real speech-dispatcher can't be made to do at a chosen moment.
@EventLoopActor
public final class FakeSpeechServer {
    public enum Manner: Sendable { case friendly, mute, refusing, garbled }

    public var path: String { directory.path("socket") }
    public var manner = Manner.friendly
    /// All lines that it got, in order, including the lines of texts.
    public private(set) var lines: [String] = []
    /// The texts that it was asked to speak.
    public private(set) var texts: [String] = []
    private let directory: ScratchDirectory
    private let listening: OwnedDescriptor
    private var accepting: EventSource?
    private var client: Client?
    private var bytes: [UInt8] = []
    /// The lines of the text that is being received.
    private var text: [String]?

    /// The one connection; it is closed with this object.
    private final class Client {
        let descriptor: OwnedDescriptor
        var source: EventSource?

        init(_ raw: Int32) { descriptor = OwnedDescriptor(adopting: raw) }
    }

    public init() throws {
        directory = try ScratchDirectory("utter-ssip")
        listening = try UnixSocketAddress.makeSocket()
        let raw = listening.rawValue
        let address = try UnixSocketAddress(directory.path("socket"))
        try check(address.withPointer { bind(raw, $0, $1) }, "bind")
        try check(listen(raw, 1), "listen")
        accepting = try EventLoop.shared.watch(listening.descriptor) { [weak self] _ in
            self?.accept()
        }
    }

    private func accept() {
        let raw = Glibc.accept(listening.rawValue, nil, nil)
        guard raw >= 0 else { return }
        let client = Client(raw)
        client.source = try? EventLoop.shared.watch(client.descriptor.descriptor) { [weak self] _ in
            self?.read()
        }
        (bytes, text) = ([], nil)
        self.client = client
    }

    /// Reports an event of the last text: `BEGIN`, `END`, `CANCEL`.
    public func report(_ code: Int, _ name: String) {
        send("\(code)-\(texts.count)\r\n\(code)-1\r\n\(code) \(name)")
    }

    /// Closes the connection, as when it dies.
    public func hangUp() { client = nil }

    public func send(_ line: String) {
        guard let client else { return }
        let bytes = Array("\(line)\r\n".utf8)
        _ = Glibc.send(client.descriptor.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private func read() {
        guard let client else { return }
        var new = [UInt8](repeating: 0, count: 4096)
        let count = recv(client.descriptor.rawValue, &new, new.count, Int32(MSG_DONTWAIT))
        guard count > 0 else {
            self.client = nil
            return
        }
        bytes += new[..<count]
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes[..<end], as: UTF8.self).filter { !$0.isNewline }
            bytes.removeFirst(end + 1)
            take(line)
        }
    }

    private func take(_ line: String) {
        lines.append(line)
        if manner == .mute { return }
        if manner == .garbled { return send("Hello") }
        if let received = text {
            guard line == "." else {
                text = received + [line]
                return
            }
            text = nil
            texts.append(received.joined(separator: "\n"))
            return send("225-\(texts.count)\r\n225 OK MESSAGE QUEUED")
        }
        guard line == "SPEAK" else { return send("200 OK") }
        if manner == .refusing { return send("300 ERR") }
        text = []
        send("230 OK RECEIVING DATA")
    }
}

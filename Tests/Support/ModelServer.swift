import Glibc
public import LinuxRuntime
import SystemPackage

/// Tests/Engines/WholeUtterance/server.py, running: a transcription and chat server on 127.0.0.1;
/// the first path component selects its behaviour.
@EventLoopActor
public final class ModelServer {
    /// The certificate of its https, for 127.0.0.1.
    public let certificate: TemporaryFile
    public let port: Int
    public let securePort: Int
    private let process: ChildProcess

    public init() async throws {
        let made = try await ServerCertificate()
        certificate = made.certificate
        let script = Project.path("Tests/Engines/WholeUtterance/server.py")
        let output = try TemporaryFile()
        let file = try FileDescriptor.open(FilePath(output.path), .writeOnly)
        defer { try? file.close() }
        process = try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "python3", script, certificate.path,
                made.key.path,
            ], descriptors: [nil, file]
        ) { _ in }
        try await waitUntil("the server listens") { output.text.hasSuffix("\n") }
        let ports = output.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        (port, securePort) = (ports[0], ports[1])
    }

    /// Sends a signal to the server: SIGSTOP to make it hang.
    public func send(signal: Int32) {
        process.send(signal: signal)
    }

    /// The address of a chat server that gives these answers one after the other to any question,
    /// then the last one again and again.
    public func chatAddress(answering texts: [String]) -> String {
        let words = texts.map { text in
            text.utf8.map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
        }
        return "http://127.0.0.1:\(port)/chat/x\(words.joined(separator: "-"))/v1"
    }
}

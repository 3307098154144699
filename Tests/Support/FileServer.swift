import Glibc
public import LinuxRuntime
import SystemPackage

/// Tests/Engines/Models/server.py, running: a server of files on 127.0.0.1; the first path
/// component selects its behaviour.
@EventLoopActor
public final class FileServer {
    /// The certificate of its https, for 127.0.0.1.
    public let certificate: TemporaryFile
    /// What it serves, by name.
    public let folder: ScratchDirectory
    private let output: TemporaryFile
    private let ports: [Int]
    private let process: ChildProcess

    public init() async throws {
        let made = try await ServerCertificate()
        certificate = made.certificate
        folder = try ScratchDirectory("utter-files")
        let script = Project.path("Tests/Engines/Models/server.py")
        let output = try TemporaryFile()
        self.output = output
        let file = try FileDescriptor.open(FilePath(output.path), .writeOnly)
        defer { try? file.close() }
        process = try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "python3", script, certificate.path,
                made.key.path,
                folder.path,
            ], descriptors: [nil, file]
        ) { _ in }
        try await waitUntil("the server listens") { output.text.contains("\n") }
        ports = output.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    }

    /// An address that it behaves at as `mode` says.
    public func address(_ mode: String, secure: Bool = false) -> String {
        "\(secure ? "https" : "http")://127.0.0.1:\(ports[secure ? 1 : 0])/\(mode)"
    }

    /// The requests that have come: `GET PATH RANGE`, with `-` for no range.
    public var requests: [String] {
        output.text.split(separator: "\n").dropFirst().map(String.init)
    }
}

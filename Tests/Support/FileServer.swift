import Glibc
public import LinuxRuntime
import SystemPackage
internal import Testing

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
        let key = try TemporaryFile()
        certificate = try TemporaryFile()
        folder = try ScratchDirectory("utter-files")
        let made = try await ProgramRun([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key.path, "-out",
            certificate.path, "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
            "subjectAltName=IP:127.0.0.1",
        ])
        try #require(made.status == .exited(0), "\(made.errors)")
        let script = "\(#filePath)".replacing(
            "Support/FileServer.swift", with: "Engines/Models/server.py")
        let output = try TemporaryFile()
        self.output = output
        let file = try FileDescriptor.open(FilePath(output.path), .writeOnly)
        defer { try? file.close() }
        process = try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "python3", script, certificate.path, key.path,
                folder.path,
            ], descriptors: [nil, file]) { _ in }
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

import Consent
import Dictation
import Glibc
import LinuxRuntime
import RecognizerServer
import SystemPackage
import TestSupport
import Testing

/// server.py, running.
@EventLoopActor
final class TranscriptionServer {
    let certificate: TemporaryFile
    let port: Int
    let securePort: Int
    private let process: ChildProcess

    init() async throws {
        let key = try TemporaryFile()
        certificate = try TemporaryFile()
        let made = try await ProgramRun([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key.path, "-out",
            certificate.path, "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
            "subjectAltName=IP:127.0.0.1",
        ])
        try #require(made.status == .exited(0), "\(made.errors)")
        let script = "\(#filePath)".replacing("TranscriptionServer.swift", with: "server.py")
        let output = try TemporaryFile()
        let file = try FileDescriptor.open(FilePath(output.path), .writeOnly)
        defer { try? file.close() }
        process = try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "python3", script, certificate.path, key.path,
            ], descriptors: [nil, file]) { _ in }
        try await waitUntil("the server listens") { output.text.hasSuffix("\n") }
        let ports = output.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        (port, securePort) = (ports[0], ports[1])
    }

    /// What a recogniser tells that gives it a second of sound.
    ///
    /// - Parameter mode: how the server behaves; an address where this begins with `http`.
    func dictate(
        _ mode: String, limit: Duration = .seconds(60),
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) async throws -> RecognitionListener {
        let url = mode.hasPrefix("http") ? mode : "http://127.0.0.1:\(port)/\(mode)/v1"
        var configuration = ServerConfiguration(
            address: try ServerAddress(url, for: .recognition),
            limit: RecognitionLimit(perHalfMinute: limit),
            consents: ConsentStore(file: nil))
        change(&configuration)
        let recognizer = ServerRecognizer(configuration)
        defer { recognizer.close() }
        let listener = RecognitionListener()
        recognizer.prepare { if $0 != .ready { listener.hear($0) } }
        if listener.problem != nil { return listener }
        recognizer.begin()
        recognizer.feed((0..<AudioFormat.rate).map { Int16(($0 % 80) * 100 - 4000) })
        recognizer.finish()
        await listener.waitForEnd()
        return listener
    }
}

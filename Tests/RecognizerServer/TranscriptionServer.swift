import Consent
import Dictation
import LinuxRuntime
import RecognizerServer
import TestSupport

/// A server that turns speech into words.
@EventLoopActor
final class TranscriptionServer {
    private let server: ModelServer
    var certificate: TemporaryFile { server.certificate }
    var port: Int { server.port }
    var securePort: Int { server.securePort }

    init() async throws { server = try await ModelServer() }

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

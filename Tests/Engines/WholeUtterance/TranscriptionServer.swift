import Consent
import Dictation
import LinuxRuntime
import RecognizerWholeUtterance
import TestSupport

/// A server that turns speech into words.
@EventLoopActor
final class TranscriptionServer {
    private let server: ModelServer
    var certificate: TemporaryFile { server.certificate }
    var port: Int { server.port }
    var securePort: Int { server.securePort }

    init() async throws { server = try await ModelServer() }

    /// A recogniser that uses this server.
    ///
    /// - Parameter mode: how the server behaves; an address if it begins with `http`.
    func recognizer(
        _ mode: String, limit: Duration = .seconds(60),
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> ServerRecognizer {
        let url = mode.hasPrefix("http") ? mode : "http://127.0.0.1:\(port)/\(mode)/v1"
        var configuration = ServerConfiguration(
            address: try ServerAddress(url, for: .recognition),
            limit: RecognitionLimit(perHalfMinute: limit), consents: ConsentStore(file: nil))
        change(&configuration)
        return ServerRecognizer(configuration)
    }

    /// The events of a recogniser to which this server is on another machine: “127.1” counts as
    /// one, because it isn't this machine's address in full; libcurl takes it for 127.0.0.1.
    func dictateElsewhere(
        _ mode: String, samples: [Int16] = sound,
        _ change: (inout ServerConfiguration) -> Void
    ) async throws -> RecognitionListener {
        let state = try ScratchDirectory("consent")
        let consents = ConsentStore(
            file: state.path("consent.toml"), policy: state.path("policy.toml"))
        let url = "https://127.1:\(securePort)/\(mode)/v1"
        try consents.keep(true, for: try ServerAddress(url, for: .recognition))
        return try await dictate(url, samples: samples) {
            $0.consents = consents
            $0.authorities = certificate.path
            change(&$0)
        }
    }

    /// One second of sound.
    static let sound = (0..<AudioFormat.rate).map { Int16(($0 % 80) * 100 - 4000) }

    /// The events of such a recogniser for a sound.
    func dictate(
        _ mode: String, limit: Duration = .seconds(60), samples: [Int16] = sound,
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) async throws -> RecognitionListener {
        let recognizer = try recognizer(mode, limit: limit, change)
        defer { recognizer.close() }
        let listener = RecognitionListener()
        recognizer.prepare { if $0 != .ready { listener.hear($0) } }
        if listener.problem != nil { return listener }
        recognizer.begin()
        recognizer.feed(samples)
        recognizer.finish()
        await listener.waitForEnd()
        return listener
    }
}

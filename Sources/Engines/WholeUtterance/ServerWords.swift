import Consent
internal import FoundationEssentials
import HTTPClient
import Problems

extension HTTPResponse {
    private struct Words: Decodable {
        let text: String
    }

    /// The recognised words in the server's answer.
    ///
    /// - Parameter key: what was sent as such.
    func words(
        from configuration: ServerConfiguration, key: String?
    ) throws(Problem) -> String {
        let origin = configuration.address.origin
        let names = ServerConfiguration.settingNames
        let secrets = [key].compactMap(\.self)
        if status == 200, let words = try? JSONDecoder().decode(Words.self, from: Data(body)) {
            return words.text
        }
        if let problem = problem(of: origin, names, hiding: secrets) { throw problem }
        var stream = TranscriptionStream()
        // The end of the answer ends its last line, too.
        _ = stream.take(body + [0x0A, 0x0A])
        if stream.isComplete { return stream.text }
        if let failure = stream.failure {
            let reason = "its answer ends with an error"
            throw Problem(
                "the server \(origin) failed", why: failure.why(reason, hiding: secrets),
                remedy: "The server's own log may say why.")
        }
        guard stream.text.isEmpty else {
            throw Problem(
                "the server \(origin) broke off its answer", why: "its answer has no end",
                remedy: "The server's own log may say why.")
        }
        throw Problem(
            "the server \(origin) gives no text",
            why: "its answer isn't JSON with the field “text”",
            remedy: "Is it a transcription server? See \(names.address).")
    }
}

import Dictation
internal import FoundationEssentials
import HTTPClient

// What a person is told of a server that gave no words.

extension HTTPFailure {
    func problem(of server: ServerAddress, limit: Duration) -> Problem {
        func problem(_ what: String, _ why: String, _ remedy: String = "") -> Problem {
            Problem("the server \(server.origin) \(what)", why: why, remedy: remedy)
        }
        switch self {
        case .noLibrary(let why):
            return Problem(
                "cannot speak with the server \(server.origin)", why: why,
                remedy: "Install Debian's package libcurl3-gnutls or libcurl4.")
        case .timedOut:
            return problem(
                "is too slow", "no answer within \(limit.components.seconds) s",
                "Raise [recognizer] time_limit, or choose a smaller model.")
        case .unreachable(let why):
            return problem("can't be reached", why, "Does it run? See [recognizer] server.")
        case .untrusted(let why):
            return problem(
                "is not to be trusted", why,
                "If it is yours, name its certificate in [recognizer] server_ca.")
        case .brokenOff(let why): return problem("broke the answer off", why)
        case .tooLong: return problem("answers too much", "more than 1 MiB")
        case .invalid(let why): return problem("can't be asked", why)
        }
    }
}

extension HTTPResponse {
    private struct Words: Decodable {
        let text: String
    }

    private struct Complaint: Decodable {
        struct Details: Decodable {
            let message: String
        }
        let error: Details
    }

    /// What was said, as the server understands it.
    ///
    /// - Parameter key: never repeated, should the server do so.
    func words(from server: ServerAddress, key: String?) throws(Problem) -> String {
        func problem(_ what: String, _ remedy: String) -> Problem {
            Problem(
                "the server \(server.origin) \(what)", why: "status \(status)\(complaint(key))",
                remedy: remedy)
        }
        switch status {
        case 200:
            if let words = try? JSONDecoder().decode(Words.self, from: Data(body)) {
                return words.text
            }
            throw Problem(
                "the server \(server.origin) gives no text",
                why: "its answer isn't JSON with the field “text”",
                remedy: "Is it a transcription server? See [recognizer] server.")
        case 401, 403:
            throw Problem(
                "the server \(server.origin) refuses the key", why: "status \(status)",
                remedy: "Look at [recognizer] server_key or UTTER_SERVER_KEY.")
        case 404, 405:
            throw problem("has no transcription there", "See [recognizer] server and server_model.")
        case 413: throw problem("takes no sound of this length", "Dictate in shorter pieces.")
        case 429: throw problem("is asked too often", "Wait a little.")
        case 300..<400:
            throw problem("sends elsewhere", "Name the right address in [recognizer] server.")
        case 500...: throw problem("failed", "Look at its log.")
        default: throw problem("refuses the sound", "See [recognizer] server and server_model.")
        }
    }

    /// The server's own words, cleaned, at most 200 characters of them.
    private func complaint(_ key: String?) -> String {
        guard let words = try? JSONDecoder().decode(Complaint.self, from: Data(body)),
            !(key.map { words.error.message.contains($0) } ?? false)
        else { return "" }
        let clean = TypableText(cleaning: words.error.message, lineBreaks: .space).string
        return clean.isEmpty ? "" : "; it says: \(clean.prefix(200))"
    }
}

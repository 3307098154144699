import Consent
internal import FoundationEssentials
import HTTPClient
import Problems

extension HTTPResponse {
    private struct Words: Decodable {
        let text: String
    }

    /// The recognised words in the server's answer.
    func words(from configuration: ServerConfiguration) throws(Problem) -> String {
        let origin = configuration.address.origin
        let names = ServerConfiguration.settingNames
        if let problem = problem(of: origin, names) { throw problem }
        if let words = try? JSONDecoder().decode(Words.self, from: Data(body)) {
            return words.text
        }
        throw Problem(
            "the server \(origin) gives no text",
            why: "its answer isn't JSON with the field “text”",
            remedy: "Is it a transcription server? See \(names.address).")
    }
}

import Dictation
internal import FoundationEssentials

/// The words in which a server reports an error, in the forms of those that transcribe and chat:
/// `{"error": {"message": "…"}}` (OpenAI, llama.cpp), `{"error": "…"}` (Ollama, whisper.cpp),
/// `{"detail": "…"}` (FastAPI), `{"message": "…"}` (Mistral).
///
/// They are the server's, so they are cleaned and cut, and shown to the user only.
public struct ServerMessage: Sendable, Decodable {
    /// Longer words are cut here.
    private static let mostCharacters = 160

    /// One line, without a full stop at its end; empty if there are no words.
    public let text: String

    private enum Key: String, CodingKey { case error, detail, message }
    private struct Words: Decodable { let message: String }

    /// Nil if the body reports no error.
    public init?(_ body: [UInt8]) {
        guard let message = try? JSONDecoder().decode(Self.self, from: Data(body)) else {
            return nil
        }
        self = message
    }

    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let words: String?
        if object.contains(.error), try !object.decodeNil(forKey: .error) {
            words =
                (try? object.decode(Words.self, forKey: .error).message)
                ?? (try? object.decode(String.self, forKey: .error))
        } else {
            let key: Key = object.contains(.detail) ? .detail : .message
            words = try object.decode(String.self, forKey: key)
        }
        text = Self.cleaned(words ?? "")
    }

    /// - Parameter text: as the server wrote it.
    public init(text: String) { self.text = Self.cleaned(text) }

    private static func cleaned(_ words: String) -> String {
        let clean = TypableText(cleaning: words, lineBreaks: .space)
        var line = clean.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if line.count > mostCharacters { return line.prefix(mostCharacters - 1) + "…" }
        while line.hasSuffix(".") { line.removeLast() }
        return line
    }

    /// Why a request failed, followed by the server's words.
    ///
    /// - Parameter secrets: the key and the text that were sent; words that repeat one of them are
    ///   left out.
    public func why(_ reason: String, hiding secrets: [String]) -> String {
        let repeated = secrets.contains { secret in
            let secret = Self.cleaned(secret)
            return !secret.isEmpty && (text.contains(secret) || secret.contains(text))
        }
        if text.isEmpty || repeated { return reason }
        return "\(reason), and says “\(text)”"
    }
}

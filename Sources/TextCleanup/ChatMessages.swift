internal import FoundationEssentials
import HTTPClient
import Problems

// The part of the OpenAI chat interface that is used here
// (platform.openai.com/docs/api-reference/chat).

/// A request for one answer.
struct ChatQuestion: Encodable {
    struct Message: Encodable {
        let role: String
        let content: String
    }

    let model: String
    let messages: [Message]
    /// Always the likeliest words.
    let temperature = 0
    let stream = false

    init(model: String, instructions: String, text: String) {
        self.model = model
        messages = [
            Message(role: "system", content: instructions), Message(role: "user", content: text),
        ]
    }

    var body: [UInt8] {
        // Strings and numbers can always be encoded.
        Array(try! JSONEncoder().encode(self))
    }
}

/// A server's answer.
struct ChatAnswer: Decodable {
    private struct Choice: Decodable {
        struct Message: Decodable {
            let content: String?
            let refusal: String?
        }

        let message: Message
        let finish_reason: String?
    }

    private let choices: [Choice]

    /// The text of the first answer, unchanged.
    static func text(_ body: [UInt8], from origin: String) throws(Problem) -> String {
        guard let answer = try? JSONDecoder().decode(Self.self, from: Data(body)),
            let choice = answer.choices.first
        else {
            throw Problem(
                "the server \(origin) gives no text",
                why: "its answer isn't a chat interface's (“choices” with a “message”)",
                remedy: "See \(CleanupServer.settingNames.address).")
        }
        if choice.message.refusal != nil || choice.finish_reason == "content_filter" {
            throw Problem(
                "the server \(origin) refuses the text", why: "its model will not clean it up")
        }
        if choice.finish_reason == "length" {
            throw Problem(
                "the server \(origin) cut its answer off", why: "it reached its longest answer",
                remedy: "Dictate in shorter pieces, or let the server write longer answers.")
        }
        return choice.message.content ?? ""
    }
}

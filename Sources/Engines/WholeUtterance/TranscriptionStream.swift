internal import FoundationEssentials
import HTTPClient

/// The words in a stream of events, which servers that understand `stream=true` answer with: in the
/// form of OpenAI (`transcript.text.delta`), of vLLM (`transcription.chunk`), or each segment's
/// text by itself, as faster-whisper-server gave it.
struct TranscriptionStream {
    private struct Event: Decodable {
        struct Choice: Decodable {
            struct Delta: Decodable { let content: String? }
            let delta: Delta?
        }

        let type: String?
        let delta: String?
        let text: String?
        let choices: [Choice]?
    }

    private var events = EventStream()
    /// The words so far.
    private(set) var text = ""
    private var isBegun = false
    private var isDone = false
    /// Whether the form has an event for the end.
    private var hasEnd = false
    /// The error that the server reports in place of more words.
    private(set) var failure: ServerMessage?

    /// Whether all words have come, if nothing more comes.
    var isComplete: Bool { isBegun && failure == nil && (isDone || !hasEnd) }

    /// Takes the next bytes of the answer; returns whether there are more words.
    mutating func take(_ bytes: some Sequence<UInt8>) -> Bool {
        let before = text
        for data in events.take(bytes) where !isDone { take(data) }
        return text != before
    }

    private mutating func take(_ data: String) {
        if data == "[DONE]" {
            isDone = isBegun
            return
        }
        let bytes = Array(data.utf8)
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(bytes)) else { return }
        let error = ServerMessage(bytes)
        switch event.type {
        case "transcript.text.delta": append(event.delta, hasEnd: true)
        case "transcript.text.done":
            (isBegun, isDone) = (true, true)
            text = event.text ?? text
        case "error": failure = error ?? ServerMessage(text: "")
        case nil where error != nil: failure = error
        case nil where event.choices != nil:
            append(event.choices?.first?.delta?.content ?? "", hasEnd: true)
        case nil: append(event.text, hasEnd: false)
        default: break
        }
    }

    private mutating func append(_ more: String?, hasEnd: Bool) {
        guard let more else { return }
        isBegun = true
        self.hasEnd = self.hasEnd || hasEnd
        text += more
    }
}

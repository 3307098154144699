import Consent
import Dictation
internal import FoundationEssentials
import HTTPClient
import Problems

// The part that is used here of the realtime form of OpenAI's transcription interface, as their guide
// (developers.openai.com/api/docs/guides/realtime-transcription) and their library openai-python
// (src/openai/types/realtime) have it in August 2026: sessions of type “transcription” without
// detection of turns. vLLM's and speaches' forms are others.

/// The messages to the server.
enum RealtimeMessage {
    /// Its input: other rates aren't supported.
    static let rate = 24_000

    private struct Update: Encodable {
        let type = "session.update"
        let session: Session
    }

    private struct Session: Encodable {
        let type = "transcription"
        let audio: [String: Input]
    }

    private struct Input: Encodable {
        let transcription: [String: String]

        private enum Key: String, CodingKey { case format, transcription, turn_detection }
        private struct Format: Encodable {
            let type = "audio/pcm"
            let rate = RealtimeMessage.rate
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(Format(), forKey: .format)
            try object.encode(transcription, forKey: .transcription)
            // The server doesn't look for pauses: `commit` says where they are.
            try object.encodeNil(forKey: .turn_detection)
        }
    }

    static func session(_ configuration: ServerConfiguration) -> String {
        var transcription = ["model": configuration.model]
        transcription["language"] = configuration.spokenLanguage
        transcription["prompt"] = configuration.prompt
        let update = Update(session: Session(audio: ["input": Input(transcription: transcription)]))
        // Strings and numbers can always be encoded.
        return String(decoding: try! JSONEncoder().encode(update), as: UTF8.self)
    }

    /// - Parameter samples: at ``rate``.
    static func append(_ samples: [Int16]) -> String {
        let bytes = samples.map(\.littleEndian).withUnsafeBytes { Data($0) }
        return #"{"type":"input_audio_buffer.append","audio":"\#(bytes.base64EncodedString())"}"#
    }

    /// Asks for the words of all that was appended.
    static let commit = #"{"type":"input_audio_buffer.commit"}"#
}

/// An event that the server reports. It names the sound of each commit: an item.
enum RealtimeEvent {
    case committed(item: String)
    /// More words of an item, which may not be committed yet.
    case delta(String, item: String)
    /// All words of an item.
    case completed(String, item: String)
    case failed(Problem)

    private struct Event: Decodable {
        let type: String
        let item_id: String?
        let delta: String?
        let transcript: String?
    }

    /// nil for what changes nothing.
    ///
    /// - Parameter key: what was sent as such.
    init?(_ bytes: [UInt8], of configuration: ServerConfiguration, hiding key: String?) {
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(bytes)) else {
            return nil
        }
        let transcription = "conversation.item.input_audio_transcription"
        switch (event.type, event.item_id) {
        case ("input_audio_buffer.committed", let item?): self = .committed(item: item)
        case ("\(transcription).delta", let item?): self = .delta(event.delta ?? "", item: item)
        case ("\(transcription).completed", let item?):
            self = .completed(event.transcript ?? "", item: item)
        case ("error", _), ("\(transcription).failed", _):
            let message = ServerMessage(bytes) ?? ServerMessage(text: "")
            self = .failed(
                Problem(
                    "the server \(configuration.address.origin) failed",
                    why: message.why("it reports an error", hiding: [key].compactMap(\.self)),
                    remedy: "See \(ServerConfiguration.settingNames.model), and its log."))
        default: return nil
        }
    }
}

extension WebSocket.End {
    func problem(
        of configuration: ServerConfiguration, limit: Duration, hiding key: String?
    ) -> Problem {
        let origin = configuration.address.origin
        let names = ServerConfiguration.settingNames
        switch self {
        case .failed(let failure): return failure.problem(of: origin, limit: limit, names)
        case .refused(let status):
            return HTTPResponse(status: status, body: []).problem(of: origin, names, hiding: [])
                ?? Problem(
                    "the server \(origin) has no realtime form there", why: "status \(status)",
                    remedy: "See \(names.address).")
        case .closed(let code, let reason):
            let what = "it closed the connection" + (code.map { " with status \($0)" } ?? "")
            return Problem(
                "the server \(origin) broke off its answer",
                why: ServerMessage(text: reason).why(what, hiding: [key].compactMap(\.self)),
                remedy: "The server's own log may say why.")
        }
    }
}

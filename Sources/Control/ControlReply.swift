public import Problems

/// The daemon's answer to one command: `{"reply":"ok"}`, `{"reply":"ok","message":"…"}`,
/// `{"reply":"declined"}`,
/// `{"reply":"failure","problem":{"what":"…","why":"…","remedy":"…"}}`,
/// `{"reply":"status","status":{…}}` or `{"reply":"transcripts","transcripts":[…]}`.
public enum ControlReply: Equatable, Sendable {
    /// Done; the message is for the user.
    case ok(message: String? = nil)
    /// Nothing was done: the command is to do it by itself.
    case declined
    /// Not done.
    case failure(Problem)
    case status(StatusReport)
    /// The most recent first.
    case transcripts([TranscriptRecord])
}

/// A finished dictation, as `utter last` prints it.
public struct TranscriptRecord: Codable, Equatable, Sendable {
    /// 1 for the first dictation of the history, then counting up. It stays when others come.
    public var number: Int
    /// When it was spoken, in seconds since 1970-01-01 UTC (time(2)).
    public var time: Int
    /// The recogniser's words.
    public var raw: String
    /// The text that text processing made of the words.
    public var text: String
    /// Whether all of it reached the window.
    public var inserted: Bool
    /// The file with its sound, in a form of utter's; nil if it isn't kept.
    public var recording: String?

    public init(
        number: Int, time: Int, raw: String, text: String, inserted: Bool, recording: String? = nil
    ) {
        self.number = number
        self.time = time
        self.raw = raw
        self.text = text
        self.inserted = inserted
        self.recording = recording
    }
}

extension ControlReply: Codable {
    private enum Key: String, CodingKey { case reply, message, problem, status, transcripts }

    private enum Kind: String, Codable { case ok, declined, failure, status, transcripts }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self =
            switch try fields.decode(Kind.self, forKey: .reply) {
            case .ok: .ok(message: try fields.decodeIfPresent(String.self, forKey: .message))
            case .declined: .declined
            case .failure: .failure(try fields.decode(Problem.self, forKey: .problem))
            case .status: .status(try fields.decode(StatusReport.self, forKey: .status))
            case .transcripts:
                .transcripts(try fields.decode([TranscriptRecord].self, forKey: .transcripts))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .ok(let message):
            try fields.encode(Kind.ok, forKey: .reply)
            try fields.encodeIfPresent(message, forKey: .message)
        case .declined: try fields.encode(Kind.declined, forKey: .reply)
        case .failure(let problem):
            try fields.encode(Kind.failure, forKey: .reply)
            try fields.encode(problem, forKey: .problem)
        case .status(let status):
            try fields.encode(Kind.status, forKey: .reply)
            try fields.encode(status, forKey: .status)
        case .transcripts(let transcripts):
            try fields.encode(Kind.transcripts, forKey: .reply)
            try fields.encode(transcripts, forKey: .transcripts)
        }
    }
}

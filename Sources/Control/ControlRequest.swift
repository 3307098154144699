public import Dictation
import Problems

/// A command to the daemon: `{"command":"toggle"}`, `{"command":"subscribe","levels":true}`,
/// `{"command":"start","language":"de","profile":"mail"}`, `{"command":"last","count":3}`. Each
/// gets one reply.
public enum ControlRequest: Equatable, Sendable {
    /// Starts a dictation, or stops the one that records.
    case toggle(DictationOverrides = .automatic)
    case start(DictationOverrides = .automatic)
    case stop
    /// Pauses the dictation that records, or resumes it.
    case pause
    /// Aborts the current dictation.
    case cancel
    /// Asks for a ``StatusReport``.
    case status
    /// Asks for the status now and on each change, and for audio levels if wanted.
    case subscribe(levels: Bool)
    /// Asks for the `count` most recent transcripts, 1 to 10,000.
    case last(count: Int)
    /// Forgets all transcripts, in memory and on disk.
    case clearHistory
    /// Types the most recent transcript again.
    case retype
    /// Recognises again what was said and could not be recognised, or else the last dictation, with
    /// the language and model of these overrides if they name them. `number`: the dictation with
    /// this number in the history instead.
    case retry(DictationOverrides = .automatic, number: Int? = nil)
    /// Replaces the text of the clean-up model by the text from before it.
    case restoreRaw
    /// Types a text into the focused window, for a command with this environment:
    /// `{"command":"type","text":"Hello","environment":{"display":":0","home":"/home/anna"}}`. The
    /// reply is ``ControlReply/declined`` where the command must type by itself.
    case type(String, for: CommandEnvironment)
    /// Does what a notice offers: `{"command":"act","action":"copy"}`.
    case act(Notice.Action)
}

extension ControlRequest: Codable {
    private enum Key: String, CodingKey {
        case command, levels, count, profile, language, model, continuous, text, environment, action
        case number
    }

    private enum Command: String, CaseIterable {
        case toggle, start, stop, pause, cancel, status, subscribe, last, retype, retry, type, act
        case clearHistory = "clear-history"
        case restoreRaw = "restore-raw"
    }

    /// Throws a `Problem` that names the command if it is unknown, or its count if that is out of
    /// range.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let name = try fields.decode(String.self, forKey: .command)
        switch Command(rawValue: name) {
        case .toggle: self = .toggle(try Self.choice(fields))
        case .start: self = .start(try Self.choice(fields))
        case .stop: self = .stop
        case .pause: self = .pause
        case .cancel: self = .cancel
        case .status: self = .status
        case .subscribe:
            let levels = try fields.decodeIfPresent(Bool.self, forKey: .levels)
            self = .subscribe(levels: levels ?? false)
        case .last:
            let count = try fields.decodeIfPresent(Int.self, forKey: .count) ?? 1
            guard 1...10_000 ~= count else {
                throw Problem(
                    "cannot run the command “last”", why: "the count \(count) is out of range",
                    remedy: "Ask for 1 to 10000 transcripts")
            }
            self = .last(count: count)
        case .clearHistory: self = .clearHistory
        case .retype: self = .retype
        case .retry:
            self = .retry(
                try Self.choice(fields),
                number: try fields.decodeIfPresent(Int.self, forKey: .number))
        case .restoreRaw: self = .restoreRaw
        case .type:
            self = .type(
                try fields.decode(String.self, forKey: .text),
                for: try fields.decode(CommandEnvironment.self, forKey: .environment))
        case .act: self = .act(try fields.decode(Notice.Action.self, forKey: .action))
        case nil: throw Self.unknown(name)
        }
    }

    private static func choice(
        _ fields: KeyedDecodingContainer<Key>
    ) throws -> DictationOverrides {
        DictationOverrides(
            profile: try fields.decodeIfPresent(String.self, forKey: .profile),
            language: try fields.decodeIfPresent(String.self, forKey: .language),
            model: try fields.decodeIfPresent(String.self, forKey: .model),
            staysOn: try fields.decodeIfPresent(Bool.self, forKey: .continuous) ?? false)
    }

    private static func unknown(_ name: String) -> Problem {
        // The name comes from outside and is printed in a terminal.
        let shown = TypableText(cleaning: String(name.prefix(40)), lineBreaks: .space).string
        return Problem(
            "cannot run the command “\(shown)”", why: "this daemon does not know it",
            remedy: "It knows: " + Command.allCases.map(\.rawValue).joined(separator: ", "))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(command.rawValue, forKey: .command)
        switch self {
        case .subscribe(let levels): try fields.encode(levels, forKey: .levels)
        case .last(let count): try fields.encode(count, forKey: .count)
        case .toggle(let choice), .start(let choice): try Self.encode(choice, in: &fields)
        case .retry(let choice, let number):
            try Self.encode(choice, in: &fields)
            try fields.encodeIfPresent(number, forKey: .number)
        case .type(let text, let environment):
            try fields.encode(text, forKey: .text)
            try fields.encode(environment, forKey: .environment)
        case .act(let action): try fields.encode(action, forKey: .action)
        default: break
        }
    }

    private static func encode(
        _ choice: DictationOverrides, in fields: inout KeyedEncodingContainer<Key>
    ) throws {
        try fields.encodeIfPresent(choice.profile, forKey: .profile)
        try fields.encodeIfPresent(choice.language, forKey: .language)
        try fields.encodeIfPresent(choice.model, forKey: .model)
        if choice.staysOn { try fields.encode(true, forKey: .continuous) }
    }

    private var command: Command {
        switch self {
        case .toggle: .toggle
        case .start: .start
        case .stop: .stop
        case .pause: .pause
        case .cancel: .cancel
        case .status: .status
        case .subscribe: .subscribe
        case .last: .last
        case .clearHistory: .clearHistory
        case .retype: .retype
        case .retry: .retry
        case .restoreRaw: .restoreRaw
        case .type: .type
        case .act: .act
        }
    }
}

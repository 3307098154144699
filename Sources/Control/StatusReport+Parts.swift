public import Dictation
import MonotonicTime
public import Problems

extension StatusReport {
    /// A message that is shown for 5 s, or as long as a text that it proposes.
    public struct Notice: Codable, Equatable, Sendable {
        public enum Severity: String, Codable, Sendable {
            case info, warning, error
        }

        public var severity: Severity
        /// The event, as a sentence.
        public var message: String
        /// The remedy for the user; may be empty.
        public var remedy: String
        /// The actions that the command `act` may take; nil for none.
        public var actions: [Dictation.Notice.Action]?
        /// The text that it proposes; nil for none.
        public var proposal: String?

        public init(
            severity: Severity, message: String, remedy: String = "",
            actions: [Dictation.Notice.Action] = [], proposal: String? = nil
        ) {
            self.proposal = proposal
            self.severity = severity
            self.message = message
            self.remedy = remedy
            self.actions = actions.isEmpty ? nil : actions
        }
    }

    public struct Recognizer: Codable, Equatable, Sendable {
        public enum State: String, Codable, Sendable {
            /// The model is being loaded.
            case loading
            case ready
            /// The recogniser can't work; `problem` says why.
            case failed
        }

        public var name: String
        /// The name for people: the model's, if it has one; nil if that isn't known.
        public var title: String?
        public var state: State
        public var problem: Problem?
        /// Why it is this engine; nil if the configuration names it.
        public var reason: String?
        /// The weakness of its words that users must know about; nil if they are good enough to
        /// write with.
        public var weakness: Problem?
        /// True if what is said in another language is written in English; nil if not.
        public var translates: Bool?

        public init(
            name: String, title: String? = nil, state: State, problem: Problem? = nil,
            reason: String? = nil, weakness: Problem? = nil, translates: Bool = false
        ) {
            self.name = name
            self.title = title
            self.state = state
            self.problem = problem
            self.reason = reason
            self.weakness = weakness
            self.translates = translates ? true : nil
        }
    }

    public struct Microphone: Codable, Equatable, Sendable {
        /// The name in the configuration.
        public var name: String
        /// True if it stays open between dictations; nil if not.
        public var staysOpen: Bool?
        /// Length of the preroll buffer in ms: what was heard most recently between dictations. Nil
        /// without one.
        public var preroll: Int?

        public init(name: String, staysOpen: Bool = false, preroll: Duration? = nil) {
            self.name = name
            self.staysOpen = staysOpen ? true : nil
            self.preroll = preroll.map { Int($0.milliseconds) }
        }

        /// The state of the microphone between dictations, in words; empty if it is closed.
        public var restInWords: String {
            if let preroll {
                return "listens all the time, and the last \(preroll) ms are in memory"
            }
            return staysOpen == true ? "stays open between dictations" : ""
        }
    }

    public struct Wake: Codable, Equatable, Sendable {
        /// Its words.
        public var phrase: String
        /// Whether it is listened for now: the microphone is open.
        public var listening: Bool
        /// Why it isn't, though nothing is dictated.
        public var problem: Problem?

        public init(phrase: String, listening: Bool, problem: Problem? = nil) {
            (self.phrase, self.listening, self.problem) = (phrase, listening, problem)
        }
    }

    public struct Sink: Codable, Equatable, Sendable {
        public var name: String
        public var available: Bool
        /// Why it isn't available.
        public var problem: Problem?

        public init(name: String, availability: Availability) {
            self.name = name
            problem = availability.problem
            available = problem == nil
        }
    }

    public struct Hotkey: Codable, Equatable, Sendable {
        /// The chord as the configuration writes it; nil if there is none.
        public var name: String?
        /// Why the hotkey isn't watched.
        public var problem: Problem?
        /// Whether the desktop, asked to watch for it, hasn't answered yet: it may be asking the user.
        /// Nil if not.
        public var pending: Bool?
        /// Which keys end and cancel a dictation, in words; nil once the user has dictated often
        /// enough to know.
        public var hint: String?

        public init(
            name: String? = nil, problem: Problem? = nil, isPending: Bool = false,
            hint: String? = nil
        ) {
            self.name = name
            self.problem = problem
            pending = isPending ? true : nil
            self.hint = hint
        }
    }

    /// How long each part of the last dictation took. Durations in milliseconds, to a hundredth;
    /// nil for what did not happen or was not measured.
    public struct Timing: Codable, Equatable, Sendable {
        /// From the start (the kernel's time of the key event, or the command) to the capture of
        /// the first sample: negative with a preroll buffer.
        public private(set) var reaction: Double?
        /// From the start to the first samples' arrival.
        public private(set) var opening: Double?
        /// From the start to the knowledge of the text before the cursor.
        public private(set) var context: Double?
        /// From the stop to the last sample's arrival at the recogniser.
        public private(set) var audioEnd: Double?
        /// From there to the recogniser's final transcript.
        public private(set) var decoding: Double?
        /// Text processing.
        public private(set) var text: Double?
        /// Insertion into the window.
        public private(set) var typing: Double?
        /// From the stop to the last character.
        public private(set) var total: Double?
        /// Characters (grapheme clusters) inserted.
        public private(set) var characters: Int?
        /// Whether the window was seen to show the text; nil if that can't be known.
        public private(set) var confirmed: Bool?

        public init(
            reaction: Duration? = nil, opening: Duration? = nil, context: Duration? = nil,
            audioEnd: Duration? = nil, decoding: Duration? = nil, text: Duration? = nil,
            typing: Duration? = nil, total: Duration? = nil, characters: Int? = nil,
            confirmed: Bool? = nil
        ) {
            self.reaction = reaction.map(Self.milliseconds)
            self.opening = opening.map(Self.milliseconds)
            self.context = context.map(Self.milliseconds)
            self.audioEnd = audioEnd.map(Self.milliseconds)
            self.decoding = decoding.map(Self.milliseconds)
            self.text = text.map(Self.milliseconds)
            self.typing = typing.map(Self.milliseconds)
            self.total = total.map(Self.milliseconds)
            self.characters = characters
            self.confirmed = confirmed
        }

        private static func milliseconds(_ duration: Duration) -> Double {
            (Double(duration.nanoseconds) / 10_000).rounded() / 100
        }
    }
}

public import Dictation
public import MonotonicTime
public import Problems

/// The daemon's state. `utter status --json` prints it as one line of JSON, with the names of these
/// properties as keys, in alphabetical order; nil is left out. Later versions may add keys, so
/// ignore those that you don't know.
///
///     {"heardSince":812345,"hearing":true,"hotkey":{"name":"F12"},"level":0.41,
///      "microphone":{"name":"default","staysOpen":true},"partial":"hello wor",
///      "queued":false,"recognizer":{"name":"command","state":"ready"},
///      "sinks":[{"available":true,"name":"xtest"}],"state":"recording","version":"0.1.0"}
///
/// (on one line).
public struct StatusReport: Codable, Equatable, Sendable {
    public enum State: String, Codable, Sendable {
        case idle, recording, processing, inserting
    }

    /// The state of the daemon.
    public var state: State
    /// Whether samples arrive from the microphone.
    public var hearing: Bool
    /// While `hearing`: since when, in milliseconds of the monotonic clock (CLOCK_MONOTONIC,
    /// clock_gettime(2)), so that a later reader can still compute the length.
    public private(set) var heardSince: Int64?
    /// Whether another dictation begins after this one is inserted.
    public var queued: Bool
    /// True while a dictation stays on: each pause types, and it goes on until the user ends it.
    public var continuous: Bool?
    /// True while the user has paused the dictation: the microphone is closed.
    public var paused: Bool?
    /// The partial transcript of the current utterance, while recording or processing.
    public var partial: String?
    /// True while the words are shown in the document itself.
    public var marked: Bool?
    /// Where the text's cursor was when the dictation began, if that is known.
    public var caret: ScreenArea?
    /// True while text goes into a terminal.
    public var terminal: Bool?
    /// Loudness while recording, from 0 (−60 dBFS or less) to 1 (full scale). Always finite.
    public internal(set) var level: Double?
    /// The notice that is shown, if there is one.
    public var notice: Notice?
    public var recognizer: Recognizer
    public var microphone: Microphone
    /// The phrase that begins a dictation; nil if there is none.
    public var wake: Wake?
    /// In the order in which they are tried.
    public var sinks: [Sink]
    public var hotkey: Hotkey
    /// Why the settings in force differ from the file: it is gone, or has an error.
    public var settingsProblem: Problem?
    /// The profile of the current or last dictation.
    public var profile: String?
    /// The language of the current or last dictation (a BCP 47 tag), if it isn't the
    /// configuration's.
    public var language: String?
    /// The timing of the last dictation.
    public var timing: Timing?
    /// True while nobody may dictate: the screen is locked, another session is in front, or the
    /// machine sleeps.
    public var away: Bool?
    /// The daemon's version.
    public var version: String

    public init(
        state: State, hearing: Bool = false, heardSince: Instant? = nil, queued: Bool = false,
        staysOn: Bool = false, isPaused: Bool = false, partial: String? = nil,
        isMarked: Bool = false,
        caret: ScreenArea? = nil, isInTerminal: Bool = false, level: AudioLevel? = nil,
        notice: Notice? = nil, recognizer: Recognizer, microphone: Microphone, wake: Wake? = nil,
        sinks: [Sink] = [], hotkey: Hotkey = Hotkey(), settingsProblem: Problem? = nil,
        profile: String? = nil, language: String? = nil, timing: Timing? = nil,
        isAway: Bool = false, version: String
    ) {
        self.state = state
        self.hearing = hearing
        self.heardSince = heardSince.map { $0.nanoseconds / 1_000_000 }
        self.queued = queued
        continuous = staysOn ? true : nil
        paused = isPaused ? true : nil
        self.partial = partial
        marked = isMarked ? true : nil
        self.caret = caret
        terminal = isInTerminal ? true : nil
        self.level = level.map(Self.shown)
        self.notice = notice
        self.recognizer = recognizer
        self.microphone = microphone
        self.wake = wake
        self.sinks = sinks
        self.hotkey = hotkey
        self.settingsProblem = settingsProblem
        self.profile = profile
        self.language = language
        self.timing = timing
        away = isAway ? true : nil
        self.version = version
    }

    /// A level with three decimals: more can't be seen, and the line is shorter.
    static func shown(_ level: AudioLevel) -> Double {
        (Double(level.value) * 1000).rounded() / 1000
    }
}

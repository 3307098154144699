public import Dictation

/// The daemon's state. `utter status --json` prints it as one line of JSON, with the names of
/// these properties as its keys, in alphabetical order; what is nil is left out. Keys may be
/// added in later versions, so ignore those that you don't know.
///
///     {"heardSince":812345,"hearing":true,"hotkey":{"name":"F12"},"level":0.41,
///      "microphone":{"name":"default","staysOpen":true},"partial":"hello wor",
///      "queued":false,"recognizer":{"name":"pocketsphinx","state":"ready"},
///      "sinks":[{"available":true,"name":"xtest"}],"state":"recording","version":"0.1.0"}
///
/// (one line in truth).
public struct StatusReport: Codable, Equatable, Sendable {
    public enum State: String, Codable, Sendable {
        case idle, recording, processing, inserting
    }

    /// What the daemon is doing.
    public var state: State
    /// Whether samples arrive from the microphone.
    public var hearing: Bool
    /// While `hearing`: since when, in milliseconds of the monotonic clock (CLOCK_MONOTONIC,
    /// clock_gettime(2)), so that who asks later knows for how long already.
    public private(set) var heardSince: Int64?
    /// Whether another dictation begins when this one is inserted.
    public var queued: Bool
    /// The words of the current utterance as understood so far, while recording or processing.
    public var partial: String?
    /// Loudness while recording, from 0 (−60 dBFS or less) to 1 (full scale). Always finite.
    public internal(set) var level: Double?
    /// The message on show, if there is one.
    public var notice: Notice?
    public var recognizer: Recognizer
    public var microphone: Microphone
    /// In the order in which they are tried.
    public var sinks: [Sink]
    public var hotkey: Hotkey
    /// Why the settings in force are not those of the file: it is gone, or has a mistake.
    public var settingsProblem: Problem?
    /// The profile of the present or last dictation.
    public var profile: String?
    /// Of the last dictation.
    public var timing: Timing?
    /// The daemon's version.
    public var version: String

    public init(
        state: State, hearing: Bool = false, heardSince: Instant? = nil, queued: Bool = false,
        partial: String? = nil, level: AudioLevel? = nil, notice: Notice? = nil,
        recognizer: Recognizer, microphone: Microphone, sinks: [Sink] = [],
        hotkey: Hotkey = Hotkey(), settingsProblem: Problem? = nil, profile: String? = nil, timing: Timing? = nil,
        version: String
    ) {
        self.state = state
        self.hearing = hearing
        self.heardSince = heardSince.map { $0.nanoseconds / 1_000_000 }
        self.queued = queued
        self.partial = partial
        self.level = level.map(Self.shown)
        self.notice = notice
        self.recognizer = recognizer
        self.microphone = microphone
        self.sinks = sinks
        self.hotkey = hotkey
        self.settingsProblem = settingsProblem
        self.profile = profile
        self.timing = timing
        self.version = version
    }

    /// A level with three decimals: more cannot be seen, and each line is shorter.
    static func shown(_ level: AudioLevel) -> Double {
        (Double(level.value) * 1000).rounded() / 1000
    }
}

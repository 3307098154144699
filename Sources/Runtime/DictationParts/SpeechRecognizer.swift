public import Dictation
public import LinuxRuntime
public import Problems

/// Speech to text, in the style of iOS's `SFSpeechRecognizer`.
///
/// No call blocks. The order of calls is `prepare`, then for each dictation `begin`, `feed`…, and
/// `finish` or `cancel`. `begin` and `feed` are allowed before `ready`: the audio waits for the
/// model. A new `begin` may follow `cancel` at once, but `finish` only after `finished`.
@EventLoopActor
public protocol SpeechRecognizer: AnyObject {
    /// The name in the configuration.
    var name: String { get }

    /// BCP 47 tags of the languages that can be configured, the current one first.
    var supportedLocales: [String] { get }

    /// Whether the engine and its model are present. Cheap; doesn't load them.
    func availability() -> Availability

    /// Loads the model. May be called again after `failed`.
    func prepare(_ deliver: @escaping (RecognizerEvent) -> Void)

    /// Begins a dictation.
    func begin()

    /// Takes what is known of the dictation that has begun, in the place of what was known before. It
    /// is forgotten with the dictation, and doesn't leave this machine. Ignored by default.
    func expect(_ speech: ExpectedSpeech)

    /// Takes the next samples (16 kHz mono).
    func feed(_ samples: [Int16])

    /// The backlog: how many samples of the current dictation wait for the model, for recognition,
    /// or for the delivery of their words. While this is large, silence from the recogniser proves
    /// nothing.
    var unheard: Int { get }

    /// The process that recognises, while there is one besides this: for what it costs.
    var process: Int32? { get }

    /// Suspends while the backlog is large: a caller that feeds a recording awaits this after each
    /// piece, so that the whole recording isn't held in memory.
    func waitForRoom() async

    /// Whether the engine takes a dictation as a whole, at its end. A recording of any length is then
    /// given to it as several dictations.
    var takesWholeDictation: Bool { get }

    /// No more samples follow: `finished` or `failed` comes when the last words are known.
    func finish()

    /// Aborts the dictation: none of its events is delivered after this call.
    func cancel()

    /// Resets what was adapted to voice, microphone and noise: the next dictation is recognised
    /// like the first one after loading. For another microphone or recording, between dictations.
    func forgetVoice()

    /// Unloads the model and ends its thread. Nothing may be called afterwards.
    func close()
}

extension SpeechRecognizer {
    /// Most engines take no prompt, and a server gets none.
    public func expect(_ speech: ExpectedSpeech) {}

    /// Zero: an engine that takes a whole dictation at once detects pauses as it is fed.
    public var unheard: Int { 0 }

    /// None: it is recognised in this process, or by programs that end.
    public var process: Int32? { nil }

    /// False: most engines recognise while they are fed.
    public var takesWholeDictation: Bool { false }

    /// Never waits: an engine that takes a whole dictation at once keeps all of it anyway.
    public func waitForRoom() async {}
}

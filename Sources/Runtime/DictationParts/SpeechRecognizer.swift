public import Dictation
public import LinuxRuntime

/// Speech to text, in the manner of iOS's `SFSpeechRecognizer`.
///
/// No call blocks. The order of calls is `prepare`, then for each dictation `begin`, `feed`…,
/// and `finish` or `cancel`. `begin` and `feed` are allowed before `ready`: the audio waits for
/// the model. A new `begin` may follow `cancel` at once, and `finish` only after `finished`.
@EventLoopActor
public protocol SpeechRecognizer: AnyObject {
    /// The name by which the configuration knows it.
    var name: String { get }

    /// BCP 47 tags of the languages that it can be configured for, the current one first.
    var supportedLocales: [String] { get }

    /// Whether the engine and its model are there. Cheap; doesn't load them.
    func availability() -> Availability

    /// Loads the model. May be called again after `failed`.
    func prepare(_ deliver: @escaping (RecognizerEvent) -> Void)

    /// Begins a dictation.
    func begin()

    /// Takes the next samples (16 kHz mono).
    func feed(_ samples: [Int16])

    /// How many samples of the present dictation wait for the model, to be recognised, or for
    /// what was understood of them to be delivered. While this is large, silence from
    /// the recogniser proves nothing.
    var unheard: Int { get }

    /// Suspends while much of what was fed waits to be recognised: whoever feeds a recording awaits
    /// this after each piece, lest the whole of it lie in memory.
    func waitForRoom() async

    /// No more samples: `finished` or `failed` follows when the last words are known.
    func finish()

    /// Gives the dictation up: no event of it is delivered after this call.
    func cancel()

    /// Forgets what was learnt of voice, microphone and noise: the next dictation is recognised
    /// as the first one after loading. For another microphone or recording, between dictations.
    func forgetVoice()

    /// Unloads the model and ends its thread. Nothing may be called afterwards.
    func close()
}

extension SpeechRecognizer {
    /// None: an engine that takes a dictation whole tells speech from pauses as it is fed.
    public var unheard: Int { 0 }

    /// Never waits: an engine that takes a dictation whole keeps all of it anyway.
    public func waitForRoom() async {}
}

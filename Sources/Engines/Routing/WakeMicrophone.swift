public import Dictation
public import DictationParts
public import LinuxRuntime
public import MonotonicTime
public import Problems

/// A microphone that listens for a phrase between dictations.
///
/// It is opened once: a dictation that begins takes over the open device, so nothing of what
/// follows the phrase is lost. What was heard before is dropped once the listener has processed it:
/// a third of a second later, or the preroll that the user chose.
///
///     resting ──listen──► listening ──start──► recording ──stop──► resting
@EventLoopActor
public final class WakeMicrophone: AudioSource {
    /// Called when the phrase was said.
    public var onPhrase: () -> Void = {}
    /// Called when it begins to listen, stops, or can't.
    public var onChange: () -> Void = {}
    /// Whether the program itself is heard now, which says no phrase.
    public var isSounding: () -> Bool = { false }
    /// Whether the phrase is to be listened for, now or after a failure.
    public private(set) var isWanted = false
    /// Whether sound arrives and the phrase is listened for in it.
    public private(set) var isListening = false
    /// Why it can't listen; it tries again.
    public private(set) var problem: Problem?

    private let microphone: any AudioSource
    private let listener: any SpeechRecognizer
    private var stage = Stage.resting
    private var isPrepared = false
    /// The sound that was heard and not yet listened through, in addition to the sound with which
    /// any dictation begins.
    private var heard = Heard()
    /// A sound with which a dictation begins.
    private var handedOver: [Int16]?
    private var deliver: ((AudioEvent) -> Void)?
    private var beginning: Instant?
    private var retry: EventSource?
    private var pause = WakeMicrophone.firstPause
    private var isProblemNew = false

    private enum Stage { case resting, listening, recording }

    private struct Heard {
        var samples: [Int16] = []
        /// How many samples were heard, and listened through.
        var count = 0
        var settled = 0
        /// Whether the phrase was among them.
        var hasPhrase = false
    }

    /// The pauses between attempts grow from this to the longest.
    private static let firstPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)

    /// - Parameter listener: reports the phrase as an `utterance`, and what it is through with as
    ///   `settled`.
    public init(_ microphone: any AudioSource, _ listener: any SpeechRecognizer) {
        (self.microphone, self.listener) = (microphone, listener)
    }

    // MARK: Listening

    /// Listens for the phrase from now on, if nothing is recorded.
    public func listen() {
        isWanted = true
        guard stage == .resting, retry == nil else { return }
        begin()
    }

    /// Doesn't listen any more.
    public func stopListening() {
        isWanted = false
        retry = nil
        guard stage == .listening else { return }
        endListening()
        microphone.stop()
        stage = .resting
        onChange()
    }

    /// Ends everything. Nothing may be called afterwards.
    public func close() {
        onChange = {}
        stopListening()
        listener.close()
    }

    /// The problem, once.
    public func takeProblem() -> Problem? {
        defer { isProblemNew = false }
        return isProblemNew ? problem : nil
    }

    private func begin() {
        stage = .listening
        heard = Heard()
        if !isPrepared {
            isPrepared = true
            listener.prepare { [weak self] in self?.take($0) }
        }
        listener.begin()
        microphone.isPatient = true
        microphone.start { [weak self] in self?.hear($0) }
    }

    private func endListening() {
        isListening = false
        // It may have failed.
        if isPrepared { listener.cancel() }
    }

    private func hear(_ event: AudioEvent) {
        if stage == .recording {
            handOver()
            deliver?(event)
            return
        }
        guard stage == .listening else { return }
        switch event {
        case .started:
            isListening = true
            (problem, pause) = (nil, Self.firstPause)
            onChange()
        case .samples(let samples): listen(to: samples)
        case .failed(let problem): fail(problem)
        case .ended: fail(Problem("the microphone “\(name)” has ended", why: ""))
        case .lost, .stalled, .resumed: break
        }
    }

    private func listen(to samples: [Int16]) {
        let own = isSounding()
        heard.samples += samples
        heard.count += samples.count
        listener.feed(own ? [Int16](repeating: 0, count: samples.count) : samples)
        dropSettled()
    }

    /// Keeps what a dictation may begin with: what isn't listened through, and the preroll.
    private func dropSettled() {
        let kept = max(heard.count - heard.settled, preroll)
        if heard.samples.count > kept { heard.samples.removeFirst(heard.samples.count - kept) }
    }

    private var preroll: Int {
        if case .listening(let time) = microphone.idleMode {
            AudioFormat.samples(in: time)
        } else {
            0
        }
    }

    private func take(_ event: RecognizerEvent) {
        switch event {
        case .failed(let problem):
            isPrepared = false
            guard stage == .listening else { return }
            fail(problem)
        case .utterance where stage == .listening: heard.hasPhrase = true
        case .settled(let count) where stage == .listening:
            heard.settled = count
            dropSettled()
            guard heard.hasPhrase else { return }
            onPhrase()
            // Nobody began a dictation.
            heard.hasPhrase = false
        default: break
        }
    }

    private func fail(_ problem: Problem) {
        endListening()
        microphone.stop()
        stage = .resting
        isProblemNew = problem != self.problem
        self.problem = problem
        retry = EventLoop.shared.timer(after: pause) { [weak self] in
            guard let self else { return }
            retry = nil
            if isWanted, stage == .resting { begin() }
        }
        pause = min(pause * 2, Self.longestPause)
        onChange()
    }

    // MARK: A microphone

    public var name: String { microphone.name }
    public var idleMode: AudioIdleMode { microphone.idleMode }
    public var capturingSince: Instant? { beginning ?? microphone.capturingSince }
    public func availability() -> Availability { microphone.availability() }

    public func prepare() {
        if stage == .resting { microphone.prepare() }
    }

    public func start(_ deliver: @escaping (AudioEvent) -> Void) {
        self.deliver = deliver
        microphone.isPatient = false
        beginning = nil
        retry = nil
        guard stage == .listening else {
            stage = .recording
            return microphone.start { [weak self] in self?.hear($0) }
        }
        let wasHearing = isListening
        stage = .recording
        endListening()
        // Otherwise the microphone is still being opened.
        guard wasHearing else { return }
        // After the phrase, or before the key.
        let count = heard.hasPhrase ? heard.count - heard.settled : preroll
        let sound = Array(heard.samples.suffix(count))
        beginning = Instant.now.advanced(by: .zero - AudioFormat.duration(samples: sound.count))
        handedOver = sound
        // Not at once: the dictation is just being begun.
        EventLoop.task { [weak self] in self?.handOver() }
    }

    private func handOver() {
        guard stage == .recording, let sound = handedOver else { return }
        handedOver = nil
        heard = Heard()
        deliver?(.started)
        if !sound.isEmpty { deliver?(.samples(sound)) }
    }

    public func stop() {
        guard stage == .recording else { return }
        handOver()
        microphone.stop()
        (deliver, handedOver) = (nil, nil)
        stage = .resting
    }
}

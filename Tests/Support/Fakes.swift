public import Dictation
public import DictationParts
public import MonotonicTime
public import Problems
internal import Testing

// Strict fakes: each records an issue when it is called in an order that the real part would not
// allow. They are for events that tests can't cause otherwise, such as a device that fails in
// mid-sentence.

/// A microphone whose events the test controls.
public final class FakeAudioSource: AudioSource {
    public let name = "fake"
    public var idleMode = AudioIdleMode.closed
    public var capturingSince: Instant?
    public private(set) var isRunning = false
    public var isPatient = false
    /// Delivered within `stop`, as a real source delivers the last samples.
    public var lastSamples: [Int16] = []
    private var deliver: ((AudioEvent) -> Void)?

    public init() {}

    public func availability() -> Availability { .available }

    public func prepare() {
        if isRunning { Issue.record("preparation of a running source") }
    }

    public func start(_ deliver: @escaping (AudioEvent) -> Void) {
        if isRunning { Issue.record("start of a running source") }
        isRunning = true
        self.deliver = deliver
    }

    public func stop() {
        if !isRunning { Issue.record("stop of a source that doesn't run") }
        if !lastSamples.isEmpty { deliver?(.samples(lastSamples)) }
        isRunning = false
        deliver = nil
    }

    public func tell(_ event: AudioEvent) {
        guard let deliver else {
            Issue.record("\(event) told while nobody listens")
            return
        }
        deliver(event)
    }
}

/// A player whose sounds aren't played.
public final class FakeCuePlayer: CuePlayer {
    public var isSounding = false
    public private(set) var played: [AudioCue] = []

    public init() {}

    public func play(_ cue: AudioCue) { played.append(cue) }
}

/// An announcer that says nothing aloud.
public final class FakeAnnouncer: Announcer {
    public var isSounding = false
    public private(set) var said: [Announcement] = []
    public func hush() { isSounding = false }

    public init() {}

    public func say(_ announcement: Announcement) { said.append(announcement) }
    public func untilSilent() async {}
    public func close() {}
}

/// A recogniser whose events the test controls.
public final class FakeRecognizer: SpeechRecognizer {
    public let name = "fake"
    public let supportedLocales = ["en-US"]
    public private(set) var calls: [String] = []
    /// All samples of the current dictation.
    public private(set) var samples: [Int16] = []
    /// The prompt, told of the surroundings of the current dictation.
    public private(set) var expected: ExpectedSpeech?
    public var context: String? { expected?.context }
    /// The backlog that it reports.
    public var pretendedBacklog = 0
    /// How often it was asked for the backlog.
    public private(set) var backlogCount = 0
    public let takesWholeDictation: Bool
    private var deliver: ((RecognizerEvent) -> Void)?
    private var isActive = false
    private var isFinishing = false

    public init(takesWholeDictation: Bool = false) {
        self.takesWholeDictation = takesWholeDictation
    }

    public func availability() -> Availability { .available }

    public var unheard: Int {
        backlogCount += 1
        return pretendedBacklog
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        calls.append("prepare")
        self.deliver = deliver
    }

    public func begin() {
        if deliver == nil { Issue.record("begin before prepare") }
        if isActive { Issue.record("begin within a dictation") }
        calls.append("begin")
        isActive = true
        isFinishing = false
        samples = []
        expected = nil
    }

    public func expect(_ speech: ExpectedSpeech) {
        if !isActive || isFinishing { Issue.record("expectation outside a dictation") }
        expected = speech
    }

    public func feed(_ samples: [Int16]) {
        if !isActive || isFinishing { Issue.record("feed outside a dictation") }
        self.samples += samples
    }

    public func finish() {
        if !isActive || isFinishing { Issue.record("finish outside a dictation") }
        calls.append("finish")
        isFinishing = true
    }

    public func cancel() {
        if !isActive { Issue.record("cancel outside a dictation") }
        calls.append("cancel")
        isActive = false
    }

    public func forgetVoice() { calls.append("forget voice") }

    public func close() { calls.append("close") }

    public func tell(_ event: RecognizerEvent) {
        switch event {
        case .finished:
            if !isFinishing { Issue.record("finished before finish") }
            isActive = false
        case .failed:
            isActive = false
        default:
            break
        }
        deliver?(event)
    }
}

/// A cleaner that answers when the test allows it.
public final class FakeCleaner: TextCleaner {
    public let name = "fake"
    /// The texts that it got.
    public private(set) var texts: [String] = []
    public private(set) var wasCancelled = false
    private var done: ((Result<String, Problem>) -> Void)?
    public var isAutomatic = true
    public var rewriter: (any TextRewriter)?

    public init() {}

    public func availability() -> Availability { .available }

    public func clean(_ text: String, _ done: @escaping (Result<String, Problem>) -> Void) {
        if self.done != nil { Issue.record("two texts at once") }
        texts.append(text)
        self.done = done
    }

    public func cancel() {
        wasCancelled = done != nil
        done = nil
    }

    public func answer(_ result: Result<String, Problem>) {
        guard let done else {
            Issue.record("answers what nobody asked")
            return
        }
        self.done = nil
        done(result)
    }

    public func close() {}
}

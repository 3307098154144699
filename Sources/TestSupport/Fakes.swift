public import Dictation
internal import Testing

// Strict fakes: each records an issue when it is called in an order that the real thing would
// not allow. They stand for what can't be made to happen otherwise, such as a device that dies
// in mid-sentence.

/// A microphone whose events the test makes.
public final class FakeAudioSource: AudioSource {
    public let name = "fake"
    public private(set) var isRunning = false
    /// Delivered within `stop`, as a real source delivers what it captured until then.
    public var lastSamples: [Int16] = []
    private var deliver: ((AudioEvent) -> Void)?

    public init() {}

    public func availability() -> Availability { .available }

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

/// Sounds that nobody hears.
public final class FakeCuePlayer: CuePlayer {
    public var isSounding = false
    public private(set) var played: [AudioCue] = []

    public init() {}

    public func play(_ cue: AudioCue) { played.append(cue) }
}

/// A recogniser whose events the test makes.
public final class FakeRecognizer: SpeechRecognizer {
    public let name = "fake"
    public let supportedLocales = ["en-US"]
    public private(set) var calls: [String] = []
    /// All samples of the current dictation.
    public private(set) var samples: [Int16] = []
    private var deliver: ((RecognizerEvent) -> Void)?
    private var isActive = false
    private var isFinishing = false

    public init() {}

    public func availability() -> Availability { .available }

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

/// A sink that keeps what is typed, and fails where the test wants it to.
public final class RecordingSink: TextSink {
    public let name: String
    public var capabilities: SinkCapabilities {
        let always: SinkCapabilities = [.deletes, .knowsTarget, .pressesKeys]
        return lacks.isEmpty ? always.union(.anyText) : always
    }
    public private(set) var text = ""
    /// What each insertion typed.
    public private(set) var insertions: [String] = []
    /// Called with what each insertion typed.
    public var onInsertion: (String) -> Void = { _ in }
    /// What it can't type.
    public var lacks: Set<Character> = []
    public var focusedTarget: SinkTarget? = SinkTarget("window")
    public var documentContextBeforeInput: String?
    /// Fails once this many characters of an insertion were typed.
    public var failure: SinkFailure?
    /// Why `prepare` fails.
    public var preparationProblem: Problem?
    /// Suspends an insertion in its middle until the task is cancelled.
    public var hangs = false
    /// The keys that were pressed.
    public private(set) var presses: [EditingKey] = []
    /// Characters at the end of the text that are selected.
    public private(set) var selected = 0
    /// Whether it knows what the person does.
    public var watches = false
    private var onTouch: (() -> Void)?
    private var isPrepared = false

    public init(_ name: String = "recording") { self.name = name }

    public func availability() -> Availability { .available }

    public func prepare() async throws(Problem) {
        if let preparationProblem { throw preparationProblem }
        isPrepared = true
    }

    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] {
        if !isPrepared { Issue.record("asked for characters before preparation") }
        var seen: Set<Character> = []
        return text.string.filter { lacks.contains($0) && seen.insert($0).inserted }
    }

    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        SinkExplanation(
            summary: "records",
            steps: text.string.map {
                SinkExplanation.Step($0, strokes: lacks.contains($0) ? nil : "\($0)")
            })
    }

    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        if !isPrepared { Issue.record("insertion before preparation") }
        if text.string.contains(where: lacks.contains) {
            Issue.record("insertion of a character that it lacks")
        }
        if let failure {
            keep(text.string.prefix(failure.inserted))
            throw failure
        }
        if hangs {
            let half = text.string.count / 2
            keep(text.string.prefix(half))
            while !Task.isCancelled { await Task.yield() }
            throw SinkFailure(inserted: half, problem: nil)
        }
        keep(text.string[...])
    }

    private func keep(_ typed: Substring) {
        text.removeLast(selected)
        selected = 0
        text += typed
        insertions.append(String(typed))
        onInsertion(String(typed))
    }

    /// Deletes what is selected at once, as windows do.
    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        let count = selected > 0 ? selected + count - 1 : count
        if count > text.count { Issue.record("deletes what was not typed") }
        text.removeLast(min(count, text.count))
        selected = 0
    }

    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        if key == .selectLeft { selected = min(text.count, selected + count) }
        presses += Array(repeating: key, count: count)
    }

    public func watchPerson(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping () -> Void
    ) async -> Bool {
        self.onTouch = onTouch
        return watches
    }

    public func stopWatchingPerson() { onTouch = nil }

    /// Does what the sink watches for.
    public func touch() { onTouch?() }

    public func close() {}
}

/// A cleaner that answers when the test lets it.
public final class FakeCleaner: TextCleaner {
    public let name = "fake"
    /// The texts that it got.
    public private(set) var texts: [String] = []
    public private(set) var wasCancelled = false
    private var done: ((Result<String, Problem>) -> Void)?

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

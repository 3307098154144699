public import Dictation
public import DictationParts
public import Problems

/// Routes dictations to one of several recognisers. Each is loaded when it is first used, and stays
/// loaded.
///
/// While the recogniser for a dictation isn't known yet, the sound is held here.
public final class RecognizerRouter: SpeechRecognizer {
    /// The state of the recogniser's model.
    public enum State: Hashable, Sendable {
        case loading, ready
        case failed(Problem)
    }

    /// Calls for a recogniser that is not chosen yet.
    private struct Waiting {
        var hasBegun = false
        var expected: ExpectedSpeech?
        var samples: [Int16] = []
        var isFinishing = false
    }

    package private(set) var current: any SpeechRecognizer
    private var main: any SpeechRecognizer
    private var states: [ObjectIdentifier: State] = [:]
    private var deliver: (RecognizerEvent) -> Void = { _ in }
    private var waiting: Waiting?

    /// - Parameter main: the recogniser that is loaded at the start.
    public init(_ main: any SpeechRecognizer) {
        (self.main, current) = (main, main)
    }

    public var name: String { current.name }
    public var supportedLocales: [String] { current.supportedLocales }
    public func availability() -> Availability { current.availability() }

    public var takesWholeDictation: Bool { current.takesWholeDictation }

    public func waitForRoom() async {
        if waiting == nil { await current.waitForRoom() }
    }

    public var process: Int32? { current.process }

    public var unheard: Int { waiting?.samples.count ?? current.unheard }

    /// The state of the current recogniser.
    public var state: State { states[ObjectIdentifier(current)] ?? .loading }

    /// From now on calls are held until `use`.
    package func hold() {
        waiting = Waiting()
    }

    /// Makes a recogniser the current one; it gets the held calls. Only between dictations, except
    /// for held calls.
    public func use(_ recognizer: any SpeechRecognizer) {
        current = recognizer
        switch states[ObjectIdentifier(recognizer)] {
        case nil, .failed: load(recognizer)
        case .loading, .ready: break
        }
        guard let waiting else { return }
        self.waiting = nil
        guard waiting.hasBegun else { return }
        recognizer.begin()
        if let expected = waiting.expected { recognizer.expect(expected) }
        if !waiting.samples.isEmpty { recognizer.feed(waiting.samples) }
        if waiting.isFinishing { recognizer.finish() }
    }

    /// Makes another one the main recogniser, between dictations; loads it if it is new.
    public func replace(main recognizer: any SpeechRecognizer) {
        main = recognizer
        use(recognizer)
    }

    /// Closes a recogniser that is no longer used.
    public func drop(_ recognizer: any SpeechRecognizer) {
        states[ObjectIdentifier(recognizer)] = nil
        recognizer.close()
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        self.deliver = deliver
        if current !== main {
            // A failed one is loaded again when it is next used. Until then the main one is used.
            states[ObjectIdentifier(current)] = nil
            current = main
            if states[ObjectIdentifier(main)] == .ready { return deliver(.ready) }
        }
        load(main)
    }

    private func load(_ recognizer: any SpeechRecognizer) {
        let identifier = ObjectIdentifier(recognizer)
        states[identifier] = .loading
        recognizer.prepare { [unowned self] event in
            switch event {
            case .ready: states[identifier] = .ready
            case .failed(let problem): states[identifier] = .failed(problem)
            default: break
            }
            if identifier == ObjectIdentifier(current) { deliver(event) }
        }
    }

    // MARK: A dictation

    public func begin() {
        if waiting == nil { current.begin() } else { waiting?.hasBegun = true }
    }

    public func expect(_ speech: ExpectedSpeech) {
        if waiting == nil { current.expect(speech) } else { waiting?.expected = speech }
    }

    public func feed(_ samples: [Int16]) {
        if waiting == nil { current.feed(samples) } else { waiting?.samples += samples }
    }

    public func finish() {
        if waiting == nil { current.finish() } else { waiting?.isFinishing = true }
    }

    public func cancel() {
        // A dictation that was never begun needn't be cancelled.
        if waiting == nil { current.cancel() } else { waiting = nil }
    }

    public func forgetVoice() { current.forgetVoice() }

    /// Delivers nothing more. The recognisers belong to their makers, who close them.
    public func close() {
        deliver = { _ in }
        waiting = nil
    }
}

public import Dictation
public import DictationParts

/// Several recognisers, of which one is in force at a time. Each is loaded when it is first used,
/// and stays.
///
/// While it is not known which one a dictation is for, the sound waits here.
public final class RecognizerRouter: SpeechRecognizer {
    typealias State = DictationRunner.RecognizerState

    /// What was asked of a recogniser that is not chosen yet.
    private struct Waiting {
        var hasBegun = false
        var samples: [Int16] = []
        var isFinishing = false
    }

    private(set) var current: any SpeechRecognizer
    private var main: any SpeechRecognizer
    private var states: [ObjectIdentifier: State] = [:]
    private var deliver: (RecognizerEvent) -> Void = { _ in }
    private var waiting: Waiting?

    /// - Parameter main: the one that is loaded at the start.
    init(_ main: any SpeechRecognizer) {
        (self.main, current) = (main, main)
    }

    public var name: String { current.name }
    public var supportedLocales: [String] { current.supportedLocales }
    public func availability() -> Availability { current.availability() }

    public func waitForRoom() async {
        if waiting == nil { await current.waitForRoom() }
    }

    public var unheard: Int { waiting?.samples.count ?? current.unheard }

    /// Of the one in force.
    var state: State { states[ObjectIdentifier(current)] ?? .loading }

    /// What is asked from now on waits for `use`.
    func hold() {
        waiting = Waiting()
    }

    /// Puts a recogniser in force; it gets what waits. Only between dictations, but for what
    /// waits.
    func use(_ recognizer: any SpeechRecognizer) {
        current = recognizer
        switch states[ObjectIdentifier(recognizer)] {
        case nil, .failed: load(recognizer)
        case .loading, .ready: break
        }
        guard let waiting else { return }
        self.waiting = nil
        guard waiting.hasBegun else { return }
        recognizer.begin()
        if !waiting.samples.isEmpty { recognizer.feed(waiting.samples) }
        if waiting.isFinishing { recognizer.finish() }
    }

    /// Makes another one the main recogniser, between dictations; loads it if it is new.
    func replace(main recognizer: any SpeechRecognizer) {
        main = recognizer
        use(recognizer)
    }

    /// Forgets one that is no longer used, and closes it.
    func drop(_ recognizer: any SpeechRecognizer) {
        states[ObjectIdentifier(recognizer)] = nil
        recognizer.close()
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        self.deliver = deliver
        if current !== main {
            // One that failed is loaded anew when it is next used. Until then the main one counts.
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

    public func feed(_ samples: [Int16]) {
        if waiting == nil { current.feed(samples) } else { waiting?.samples += samples }
    }

    public func finish() {
        if waiting == nil { current.finish() } else { waiting?.isFinishing = true }
    }

    public func cancel() {
        // What was never begun needn't be cancelled.
        if waiting == nil { current.cancel() } else { waiting = nil }
    }

    public func forgetVoice() { current.forgetVoice() }

    /// Closes the one in force; the others are `BackendCache`'.
    public func close() {
        deliver = { _ in }
        waiting = nil
    }
}

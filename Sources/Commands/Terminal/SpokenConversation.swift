import Assembly
import Dictation
import DictationParts
import LinuxRuntime
import Problems
import Settings
import SystemPackage

/// Says aloud what a command says, and listens to the answers: for who sees or types nothing.
///
/// A question is answered by one of its answers, in English, or by one switch: a key at the
/// terminal, pressed when the answer is said that is meant.
@EventLoopActor
final class SpokenConversation {
    /// Makes the microphone; it may be another after a question.
    private let microphone: () throws -> any AudioSource
    private lazy var announcer = Registry.announcer { [weak self] in self?.failure = $0 }
    /// Why nothing can be said any more.
    private var failure: Problem?
    /// The sentences still to be spoken.
    private var sentences: [String] = []
    private var speaking: Task<Void, Never>?
    /// How often the switch was pressed during this question.
    private var presses = 0
    private var keys: EventSource?
    private let waiting = Waiters()

    /// The answer that any question accepts.
    private static let repetition = "say it again"
    /// How long an answer may take before the question is repeated.
    private static let timeout = Duration.seconds(12)
    /// How long after an answer was offered the switch means it.
    private static let dwell = Duration.seconds(2)
    /// How often a question is asked.
    private static let attempts = 5

    /// - Throws: why nothing can be said aloud.
    init(microphone: @escaping () throws -> any AudioSource) throws(Problem) {
        if let problem = Registry.announcerAvailability().problem { throw problem }
        self.microphone = microphone
    }

    // MARK: Speaking

    /// Says it after what is being said.
    func say(_ words: String) {
        sentences += SpokenWords.sentences(of: words)
        guard speaking == nil else { return }
        speaking = EventLoop.task { [self] in
            while !sentences.isEmpty, failure == nil, !Task.isCancelled {
                announcer.say(Announcement(sentences.removeFirst(), .urgent))
                await announcer.untilSilent()
            }
            sentences = []
            speaking = nil
            waiting.wake()
        }
    }

    /// Returns when all is said, so that the microphone doesn't hear it.
    ///
    /// - Throws: why nothing can be said; `CancellationError`.
    func untilSilent() async throws {
        await waiting.until { speaking == nil }
        try Task.checkCancellation()
        if let failure { throw failure }
    }

    // MARK: Asking

    /// Asks until one of the answers comes; returns its number.
    ///
    /// - Parameter answers: one at least, in words of the English dictionary and in lower case.
    /// - Throws: a problem if nobody answers; `CancellationError`.
    func choose(_ question: String, _ answers: [String]) async throws -> Int {
        let terminal = QuietTerminal()
        try watchTheSwitch()
        defer {
            keys = nil
            terminal.restore()
        }
        let offer = "Say \(answers.map { "“\($0)”" }.joined(separator: ", or "))."
        say("\(question) \(offer)")
        for _ in 0..<Self.attempts {
            try await untilSilent()
            switch try await hear(answers + [Self.repetition]) {
            case .answer(let number) where answers.indices.contains(number):
                say(answers[number])
                return number
            case .answer: say("\(question) \(offer)")
            case .other: say("That was none of the answers. \(offer)")
            case .silence: say("\(question) \(offer)")
            case .press:
                if let number = try await scan(answers) { return number }
                say(offer)
            case .deaf(let problem):
                say(problem.sentences)
                if Conversation.hasTerminal, let number = try await scan(answers) { return number }
            }
        }
        try await untilSilent()
        throw Problem(
            "nothing more was done", why: "there was no answer",
            remedy: "utter setup --spoken continues where you like: say “skip” to what is done.")
    }

    private func watchTheSwitch() throws {
        presses = 0
        guard Conversation.hasTerminal else { return }
        keys = try EventLoop.shared.watch(.standardInput) { [weak self] _ in
            let hasEnded = (try? StandardInput.readPiece())?.isEmpty ?? true
            if hasEnded { self?.keys = nil } else { self?.presses += 1 }
            self?.waiting.wake()
        }
    }

    private enum Heard {
        case answer(Int)
        case other, silence, press
        /// There is no microphone, or nothing to understand answers with.
        case deaf(Problem)
    }

    /// Listens until something is said.
    private func hear(_ answers: [String]) async throws -> Heard {
        let listener: any SpeechRecognizer
        let microphone: any AudioSource
        do {
            listener = try Registry.answerListener(for: answers)
            microphone = try self.microphone()
        } catch let problem as Problem { return .deaf(problem) }
        var heard: Heard?
        func take(_ new: Heard) {
            heard = heard ?? new
            waiting.wake()
        }
        listener.prepare { event in
            switch event {
            case .utterance(let text):
                take(answers.firstIndex(of: text).map { .answer($0) } ?? .other)
            case .failed(let problem): take(.deaf(problem))
            default: break
            }
        }
        listener.begin()
        microphone.start { event in
            switch event {
            case .samples(let samples): listener.feed(samples)
            case .failed(let problem): take(.deaf(problem))
            default: break
            }
        }
        defer {
            microphone.stop()
            listener.close()
        }
        await waiting.until({ heard != nil || presses > 0 }, within: Self.timeout)
        try Task.checkCancellation()
        return presses > 0 ? .press : heard ?? .silence
    }

    /// Offers each answer twice, and returns the number of that at which the switch was pressed.
    private func scan(_ answers: [String]) async throws -> Int? {
        say("Press at your answer.")
        for _ in 0..<2 {
            for (number, answer) in answers.enumerated() {
                try await untilSilent()
                presses = 0
                say("\(answer)?")
                try await untilSilent()
                await waiting.until({ presses > 0 }, within: Self.dwell)
                try Task.checkCancellation()
                if presses > 0 {
                    say(answer)
                    return number
                }
            }
        }
        presses = 0
        return nil
    }
}

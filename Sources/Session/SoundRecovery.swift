import Dictation
import DictationParts
import History
import LinuxRuntime
import MonotonicTime
import Problems
import RecognizerRouting
import SinkChains
import TextEditing

/// Recognises the sound of dictations that never ended, while nothing is dictated, with the
/// recogniser that is loaded anyway.
@EventLoopActor
final class SoundRecovery {
    private let current: CurrentSetup
    private let archive: DictationArchive
    /// The oldest first; the first one stays while it is being recognised.
    private var waiting: [Waiting] = []
    private var attempt: Attempt?
    /// Woken when an attempt is over.
    private let reading = Waiters()
    /// Whether the program is about to end: the sound of the current dictation is left for the next
    /// start.
    private(set) var isEnding = false
    // State of the current dictation.
    /// So many samples of it need no recognition any more.
    private var settled = 0
    /// Whether the recogniser has reported words of sound that it hasn't settled.
    private var hasUnplacedWords = false
    /// The sound that it hadn't settled when it failed.
    private(set) var rest: DictationSound?
    /// Whether any words of it were kept.
    private var hasWords = false
    /// Its record, once it came to a text: what is cancelled before is not kept for another
    /// recognition.
    private var record: DictationRecord?
    /// Whether all of it was typed.
    private var isTyped = false
    /// Whether the recogniser failed.
    private var hasFailed = false
    /// The sound whose words are being reported, and the record that they have got.
    private var recovered: (sound: DictationSound, record: DictationRecord?)?

    init(_ current: CurrentSetup, _ archive: DictationArchive) {
        (self.current, self.archive) = (current, archive)
    }

    // MARK: What happens to the present dictation

    func note(_ event: DictationEvent, during state: DictationState) {
        switch event {
        case .recognizer(.settled(let samples)): (settled, hasUnplacedWords) = (samples, false)
        case .recognizer(.utterance): hasUnplacedWords = true
        case .recognizer(.failed), .deadline(.processing, _):
            guard state == .recording || state == .processing else { break }
            hasFailed = true
            // Words of sound that isn't settled can't be told from the words of the rest.
            if !hasWords, !hasUnplacedWords { rest = archive.sounds?.setAside(from: settled) }
        case .shutdown:
            isEnding = true
            archive.sounds?.stopKeeping()
        case .insertion(let outcome) where outcome.end == .complete: isTyped = true
        default: break
        }
    }

    func note(_ effect: DictationEffect) {
        switch effect {
        case .startCapture:
            // Of one that stays on, the part before has ended.
            if let record { archive.sounds?.finish(record) }
            (hasWords, record, isTyped, hasFailed) = (false, nil, false, false)
            (settled, hasUnplacedWords) = (0, false)
        case .keep(let record):
            // A command has words and no text.
            hasWords = true
            if record.text?.isEmpty == false { noteText(record) } else { self.record = nil }
        // The user has cancelled it, or is no longer there.
        case .stopInsertion: if let record { archive.sounds?.forget(record.number) }
        default: break
        }
    }

    private func noteText(_ record: DictationRecord) {
        if recovered != nil {
            recovered?.record = record
            archive.sounds?.note(record, of: recovered?.sound)
        } else if archive.sounds?.hasSound == true {
            self.record = record
        } else {
            archive.sounds?.note(record)
        }
    }

    /// Nothing is being dictated any more: the sound goes, but for what no words came of, and for
    /// what is kept of the last dictations.
    func endDictation() {
        defer { record = nil }
        if let rest {
            self.rest = nil
            wait(for: rest)
        } else if isEnding && !isTyped || hasFailed && !hasWords {
            archive.sounds?.setAside().map(wait)
        } else if let record {
            archive.sounds?.finish(record)
        } else {
            archive.sounds?.end()
        }
    }

    private func wait(for sound: DictationSound) {
        if !isEnding { waiting.append(Waiting(sound: sound, reason: .recognizer)) }
    }

    // MARK: What waits

    /// Looks for the sound of dictations that a crash cut short.
    func findLeftovers() {
        guard let sounds = archive.sounds else { return }
        waiting = sounds.leftovers().map { Waiting(sound: $0, reason: .program) }
    }

    /// Recognises nothing of what waits.
    ///
    /// - Parameter removing: whether the sound goes from the disk, too.
    func forget(removing: Bool) {
        interrupt()
        if removing {
            for waiting in waiting { waiting.sound.remove() }
            archive.sounds?.forgetKept()
        }
        waiting = []
    }

    // MARK: Recognising

    /// Begins with the first sound that is worth it, if there is one and the recogniser is free.
    /// Returns what the user should know of those that are given up.
    func begin() -> [Notice] {
        guard attempt == nil, !isEnding, current.recognizerState == .ready else { return [] }
        var notices: [Notice] = []
        while let next = waiting.first {
            if next.sound.isWorthTrying, let choice = next.sound.choice {
                begin(next, choice.replaced(by: next.wanted ?? .automatic))
                break
            }
            waiting.removeFirst()
            if next.reason.isRequest {
                notices.append(
                    Notice(
                        .warning,
                        "\(next.reason.whatWasSaid) was not recognised: its recording is gone"))
            } else if next.sound.isWorthTrying {
                // Another kind of file.
                next.sound.remove()
            } else {
                notices.append(Self.givenUp(next.reason))
            }
        }
        return notices
    }

    /// Tries everything again that could not be recognised, or else the last dictation. Answers how
    /// much that is.
    ///
    /// - Parameter wanted: its language and model replace the dictations'.
    func retry(_ wanted: DictationOverrides) -> Int {
        interrupt()
        waiting = (archive.sounds?.leftovers() ?? []).map { sound in
            var sound = sound
            sound.forgetAttempts()
            return Waiting(sound: sound, reason: .recognizer, wanted: wanted)
        }
        if waiting.isEmpty, let last = archive.sounds?.kept.last {
            waiting = [Waiting(sound: last.sound, reason: .request(nil), wanted: wanted)]
        }
        return waiting.count
    }

    /// Tries an ended dictation again, before all that waits. Answers false if its sound isn't
    /// kept.
    ///
    /// - Parameters:
    ///   - number: its record's.
    ///   - name: the number by which the user knows it.
    func retry(_ number: Int, name: Int, _ wanted: DictationOverrides) -> Bool {
        guard let sound = archive.sounds?.kept.sound(of: number) else { return false }
        interrupt()
        waiting.insert(Waiting(sound: sound, reason: .request(name), wanted: wanted), at: 0)
        return true
    }

    private func begin(_ next: Waiting, _ choice: DictationOverrides) {
        begin(Attempt(next.sound, for: .dictation(next), choose(choice)))
    }

    /// Makes the recogniser for these overrides the current one. Returns the style of their texts.
    private func choose(_ choice: DictationOverrides) -> DictationRunner.Style {
        current.backends?.choose(choice, for: nil).style ?? current.style
    }

    private func begin(_ attempt: Attempt) {
        self.attempt = attempt
        attempt.sound.beginAttempt()
        current.parts.recognizer.begin()
        EventLoop.task { [self] in await feed(attempt) }
    }

    private func feed(_ attempt: Attempt) async {
        let recognizer = current.parts.recognizer
        while !attempt.isOver, let samples = attempt.next() {
            recognizer.feed(samples)
            await recognizer.waitForRoom()
            // A hotkey that was just pressed takes precedence.
            await Task.yield()
        }
        if !attempt.isOver { recognizer.finish() }
    }

    /// A report of the recogniser about a sound that is being recovered.
    enum Report {
        /// Nothing new.
        case progress
        /// All its words, if there were any: see ``SoundRecovery/end()``.
        case recognized(DictationEvent?)
        case failed(Notice)
    }

    /// Takes what the recogniser reports; nil if it isn't about what is being recovered.
    func take(_ event: RecognizerEvent) -> Report? {
        guard let attempt else { return nil }
        switch event {
        case .utterance(let words): attempt.transcript.append(words)
        case .finished:
            (attempt.isOver, attempt.isComplete) = (true, true)
            self.attempt = nil
            reading.wake()
            if case .dictation(let next) = attempt.purpose {
                recovered = (attempt.sound, nil)
                return .recognized(finish(attempt, next))
            }
        case .failed(let problem):
            // It didn't crash: the next start may succeed.
            interrupt(cancelling: false)
            guard case .dictation(let next) = attempt.purpose else {
                return .failed(Self.postponed(problem, .request(nil)))
            }
            waiting.removeFirst()
            return .failed(Self.postponed(problem, next.reason))
        case .ready, .warning: return nil
        case .partial, .words, .settled, .speechStarted, .speechEnded: break
        }
        return .progress
    }

    /// The words that were reported are kept.
    func end() {
        guard let recovered else { return }
        self.recovered = nil
        archive.sounds?.endRecovery(of: recovered.sound, as: recovered.record)
    }

    private func finish(_ attempt: Attempt, _ next: Waiting) -> DictationEvent? {
        waiting.removeFirst()
        let words = attempt.transcript
        if words.isEmpty {
            guard next.wanted != nil else { return nil }
            return .notice(Notice(.info, "\(next.reason.whatWasSaid) has no words"))
        }
        let text = Composing(words, with: attempt.style.text, after: nil, in: .unknown).insertion
            .text
        return .recovered(words, text: text.isEmpty ? words.text : text, after: next.reason)
    }

    /// A dictation takes precedence.
    func interrupt(cancelling: Bool = true) {
        guard let attempt else { return }
        attempt.isOver = true
        attempt.sound.endAttempt()
        self.attempt = nil
        if cancelling { current.parts.recognizer.cancel() }
        reading.wake()
    }

    // MARK: Other readings

    /// Rates of speech at which a recogniser decides anew about words of which it wasn't sure: as
    /// good as a Whisper's own second choices (at a higher temperature), and there for every
    /// engine.
    private static let rates = [0.97, 1.13, 0.88, 1.08, 1.04, 0.93]

    /// How long each of them may take, and when no other one is begun.
    private static let (readingLimit, readingTime) = (Duration.seconds(8), Duration.seconds(18))

    /// The last dictation whose sound is kept.
    var last: DictationRecord? { archive.sounds?.kept.last?.record }

    /// Understands its sound in other ways, one after the other, while nothing is recognised: first
    /// by another model, if there is one.
    ///
    /// - Parameter take: takes the words; answers false if there are enough.
    func read(_ take: (Transcript) -> Bool) async {
        guard attempt == nil, !isEnding, let sound = archive.sounds?.kept.last?.sound,
            let choice = sound.choice
        else { return }
        let end = Instant.now.advanced(by: Self.readingTime)
        var words: Transcript?
        if let model = current.backends?.otherModel(for: choice) {
            let other = choice.replaced(by: DictationOverrides(model: model))
            words = await read(sound, choose(other))
        }
        // Also for what is dictated next.
        let style = choose(choice)
        if let words, !take(words) { return }
        for rate in Self.rates where .now < end && !Task.isCancelled {
            if let words = await read(sound, style, rate: rate), !take(words) { return }
        }
    }

    /// The words of a sound; nil if the recogniser failed, took too long, or something came
    /// between.
    private func read(
        _ sound: DictationSound, _ style: DictationRunner.Style, rate: Double = 1
    ) async -> Transcript? {
        let attempt = Attempt(sound, for: .reading, style, rate: rate)
        begin(attempt)
        await reading.until({ attempt.isOver }, within: Self.readingLimit)
        if self.attempt === attempt { interrupt() }
        return attempt.isComplete ? attempt.transcript : nil
    }

    private static func givenUp(_ reason: InterruptionReason) -> Notice {
        Notice(
            .warning,
            "\(reason.whatWasSaid) is kept: the program ended twice while recognising it",
            remedy: "Try it again with another model: utter retry --model NAME",
            actions: [.retry])
    }

    private static func postponed(_ problem: Problem, _ reason: InterruptionReason) -> Notice {
        let why = problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)"
        guard case .request(let number) = reason else {
            return Notice(
                .warning, "The speech engine failed: \(why)",
                remedy: "Your recording is kept. To try again: utter retry", actions: [.retry])
        }
        // The button is for the last dictation.
        return Notice(
            .warning, "\(reason.whatWasSaid) was not recognised: \(why)",
            remedy: "Try another model: utter retry \(number.map { "\($0) " } ?? "")--model NAME",
            actions: number == nil ? [.retry] : [])
    }
}

import Dictation
import Problems
import SpeechSegments

/// Runs a model over the sound of segments: without a prompt, and again with one where that helps.
///
/// A prompt makes a Whisper write names and short phrases right, and ordinary words worse. So the
/// words without a prompt count, and of those with one only a name or a whole phrase is taken.
final class SegmentRuns {
    /// Whose words a run's are.
    enum Purpose: Hashable {
        /// They are the segment's.
        case final
        /// They are shown for the time being: with half of the processors at most.
        case partial
    }

    /// For words that count, and for streams.
    let session: WindowedSession
    private let partialSession: WindowedSession
    private let interruption: RunInterruption
    private let readOrdinaryWords: () -> Set<String>
    private lazy var ordinary = readOrdinaryWords()
    /// The user's.
    private var names: SoundingNames?
    /// Those of the window's title.
    private var namesInTitle: SoundingNames?
    /// The text around the dictation.
    private var context: String?
    /// Marks and commands that may be said alone.
    private var phrases: PhrasesAlone?
    /// The samples of speech before a pause in which no phrase was heard.
    private var phraseless: Int?
    /// Whether the processors were others' at the last partial run: then more threads wait for each
    /// other, and take longer.
    private var isBusy = false
    /// True after an aborted computation, until the next dictation.
    private(set) var isAborted = false

    /// - Parameters:
    ///   - names: the user's, for a second run.
    ///   - ordinary: reads the words of the language, in lower case; none if they are unknown.
    init(
        _ session: WindowedSession, partial: WindowedSession, names: [String],
        ordinary: @escaping () -> Set<String>, _ interruption: RunInterruption
    ) {
        (self.session, partialSession, self.interruption) = (session, partial, interruption)
        readOrdinaryWords = ordinary
        if !names.isEmpty { self.names = SoundingNames(names, ordinary: self.ordinary) }
    }

    func begin() {
        phraseless = nil
        isAborted = false
    }

    /// Sets names and phrases that a second run may look for; nil: none.
    func expect(_ speech: ExpectedSpeech?) {
        context = speech?.context
        // A title has many ordinary words with capitals.
        let title = speech?.names ?? []
        namesInTitle =
            title.isEmpty || ordinary.isEmpty ? nil : SoundingNames(title, ordinary: ordinary)
        phrases = speech.flatMap { PhrasesAlone($0.phrases) }
    }

    /// Notes how a computation ended.
    ///
    /// - Returns: false if it was aborted.
    func isGoingOn(_ outcome: TranscribeSession.Outcome) -> Bool {
        if outcome == .aborted { isAborted = true }
        return outcome != .aborted
    }

    // MARK: Without a prompt

    /// Nil if the computation was aborted.
    func words(in sound: SegmentSound) throws(Problem) -> [SegmentWord]? {
        try run(sound, .final)
    }

    /// The words to be shown, and how long it took, in seconds of the clock; nil if the computation
    /// was aborted.
    func partialWords(
        in sound: SegmentSound
    ) throws(Problem) -> (words: [SegmentWord], seconds: Double)? {
        let begin = RunTime.now
        guard let words = try run(sound, .partial) else { return nil }
        let time = RunTime(since: begin)
        isBusy = time.isDisturbed(threads: partialSession.threads)
        return (words, time.clock)
    }

    private func run(
        _ sound: SegmentSound, _ purpose: Purpose, after prompt: String? = nil
    ) throws(Problem) -> [SegmentWord]? {
        let session = purpose == .partial || isBusy ? partialSession : session
        let (outcome, words) = try session.words(in: sound, after: prompt)
        guard outcome != .aborted else {
            isAborted = !interruption.isOvertaken
            return nil
        }
        return words
    }

    // MARK: With a prompt

    /// The phrase that was said alone and understood as some words; nil if none was.
    ///
    /// - Parameter words: the utterance's only words.
    func phrase(
        for words: [SegmentWord], in sound: SegmentSound, _ purpose: Purpose
    ) throws(Problem) -> [SegmentWord]? {
        guard let phrases, sound.voiced <= PhrasesAlone.longest, sound.voiced != phraseless,
            phrases.mayHide(in: words),
            let prompted = try run(sound, purpose, after: phrases.prompt)
        else { return nil }
        guard let phrase = phrases.phrase(in: prompted) else {
            phraseless = sound.voiced
            return nil
        }
        return SegmentWord.words(of: phrase)
    }

    /// The words, with names as they stand around the dictation and as the user writes them.
    func named(
        _ words: [SegmentWord], in sound: SegmentSound
    ) throws(Problem) -> [SegmentWord] {
        let own = [names, namesInTitle].flatMap { $0?.names(in: words) ?? [] }
        guard let names = PromptedNames(of: context, and: own, for: words),
            let prompted = try run(sound, .final, after: names.prompt)
        else { return words }
        return names.put(from: prompted)
    }

    /// Notes that a segment has ended: the samples of speech of the next one are counted anew.
    func endSegment() {
        phraseless = nil
    }
}

/// Sound of a segment.
struct SegmentSound {
    let samples: [Int16]
    /// The place of the first sample in the dictation.
    let start: Int
    /// How many samples of speech the segment has.
    let voiced: Int
}

extension SegmentSound {
    init(_ segment: SpeechSegment) {
        self.init(samples: segment.samples, start: segment.start, voiced: segment.voiced)
    }

    /// The part after one of the segment’s pauses.
    init(_ segment: SpeechSegment, after pause: SpeechPause) {
        let samples = segment.samples(after: pause)
        self.init(
            samples: samples, start: segment.end - samples.count, voiced: segment.voiced)
    }

    /// The unfinished segment.
    init(_ segmenter: SpeechSegmenter) {
        self.init(samples: segmenter.sound, start: segmenter.start, voiced: segmenter.voiced)
    }
}

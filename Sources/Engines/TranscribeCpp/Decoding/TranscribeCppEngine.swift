import AudioSamples
public import Dictation
import GGUF
import LinuxRuntime
public import Problems
import SpeechSegments
public import SpeechWorkerProtocol
public import TranscribeCppFiles
import VoiceNetwork

/// transcribe.cpp with a model. It blocks while it computes, for seconds on a slow computer: to be
/// used in a separate process or thread.
///
/// Models made for streams get the sound as it comes; all others are run over segments of it, again
/// and again while there is time, so that words show while one speaks.
public final class TranscribeCppEngine: DecodingEngine {
    /// In samples: 100 ms.
    public static let block = 1600
    /// The longest time of a run, in seconds, after which a second one may come when the user has
    /// stopped: two seconds for both, for the first is mostly in the shorter window.
    private static let quick = 1.2
    /// Silence after which sound counts as settled.
    private static let settling = 5 * AudioFormat.rate

    /// Whether there is time for a second run.
    private let isQuick: Bool
    private let runs: SegmentRuns
    private let interruption: RunInterruption
    private let facts: TranscribeModel.Facts
    public let newSpeed: MeasuredSpeed?
    /// The one that a dictation begins with.
    private let newSegmenter: SpeechSegmenter
    private let streams: Bool
    private var segmenter: SpeechSegmenter
    private var utterance: UtteranceText
    private var pauseWords = PauseWords()
    private var isSpeaking = false
    /// How many samples of the segment the stream has; nil while there is none.
    private var streamed: Int?
    /// So many samples of the dictation are settled.
    private var settled = 0
    /// A failure that couldn't be thrown where it happened.
    private var failure: Problem?
    private var warnings: [Problem]

    /// Loads the model, and measures how fast it is unless the configuration says it.
    ///
    /// - Parameter demand: asked between the steps of a computation: in streams and decoders that
    ///   write word by word many times a second, in a Parakeet's run over a segment only at its
    ///   beginning. A computation that is abandoned has no events; the next call is `begin`.
    /// - Throws: a problem with library, model or language.
    public init(
        _ configuration: TranscribeCppConfiguration, _ demand: any DecodingDemand
    ) throws(Problem) {
        let header = try configuration.model.header
        let language = try LanguageChoice.choose(
            configuration.language, of: header, for: configuration.model)
        if configuration.translates {
            try LanguageChoice.checkTranslation(by: header, of: configuration.model)
        }
        let model = try TranscribeModel(configuration, language: language)
        facts = model.facts
        let window = facts.isWhisper ? header.window * AudioFormat.rate : nil
        let measured: MeasuredSpeed
        if let known = configuration.speed {
            (measured, newSpeed) = (known, nil)
        } else {
            let measurement = try SpeedMeasurement.make(
                of: model, threads: configuration.threads, window: window)
            measured = measurement.speed
            newSpeed = measurement.isQuiet ? measured : nil
        }
        let speed = RecognitionSpeed(measured: measured, window: window)
        isQuick = measured.seconds <= Self.quick
        let interruption = RunInterruption(demand)
        self.interruption = interruption
        let short = window == nil ? nil : Self.shortWindow(configuration, header, language)
        func session(_ threads: Int) throws(Problem) -> WindowedSession {
            try WindowedSession(model, short: short, threads: threads) { interruption.ask() }
        }
        // A second session has its own buffers: 10 MB for the smallest Whisper; how much for others
        // nobody has measured.
        let isShared = window == nil || speed.partialThreads == measured.threads
        let final = try session(measured.threads)
        runs = SegmentRuns(
            final, partial: isShared ? final : try session(speed.partialThreads),
            names: facts.isWhisper && isQuick ? configuration.words : [],
            ordinary: { Self.words(of: configuration.model) }, interruption)
        streams =
            switch configuration.mode {
            case .automatic: speed.allowsStream(facts.stream)
            case .stream: facts.stream != .none
            case .offline: false
            }
        // A busy computer isn't a slow one.
        let isKnown = configuration.speed != nil || newSpeed != nil
        let slowness =
            isKnown ? speed.warning(of: configuration.model, instead: configuration.faster) : nil
        warnings =
            Self.warnings(of: configuration, facts, isQuick: isQuick || !isKnown)
            + [slowness].compactMap(\.self)
        var voice = VoiceActivity()
        do throws(Problem) {
            if let file = configuration.voice {
                voice = VoiceActivity(VoiceNetwork(try NetworkWeights(file)))
            }
        } catch {
            warnings.append(error)
        }
        newSegmenter = SpeechSegmenter(speed.limits(longest: facts.longest), voice)
        segmenter = newSegmenter
        utterance = UtteranceText(
            Seam(configuration.translates ? LanguageTag("en") : configuration.language))
    }

    /// The model with a shorter window; nil if there is none, or no need of it: a GPU computes the
    /// longest window at once.
    private static func shortWindow(
        _ configuration: TranscribeCppConfiguration, _ header: GGUFHeader, _ language: String?
    ) -> TranscribeModel? {
        guard configuration.device == .cpu,
            let window = ShortWindow(of: configuration.model, header)
        else { return nil }
        return try? TranscribeModel(configuration, language: language, from: window.path)
    }

    /// The ordinary words of its language: the model writes those whole.
    private static func words(of model: TranscribeCppModel) -> Set<String> {
        Set((try? GGUFVocabulary.words(of: model.path)) ?? [])
    }

    private static func warnings(
        of configuration: TranscribeCppConfiguration, _ facts: TranscribeModel.Facts,
        isQuick: Bool
    ) -> [Problem] {
        var warnings: [Problem] = []
        if configuration.device == .gpu, facts.backend.lowercased() == "cpu" {
            warnings.append(
                Problem(
                    "the speech model “\(configuration.model.name)” runs on the processor",
                    why: "the library found no GPU that it can use",
                    remedy: "ggml's part for GPUs, libggml-vulkan.so, must be in"
                        + " “\(configuration.library)”, and libvulkan1 installed."))
        }
        if !configuration.words.isEmpty, !facts.takesVocabulary, !(facts.isWhisper && isQuick) {
            warnings.append(
                Problem(
                    "“\(configuration.model.title)” doesn't listen for words of yours",
                    why: facts.isWhisper
                        ? "a second run for them would take too long on this computer"
                        : "models of its kind (\(facts.architecture)) can't be given any",
                    remedy: "One that comes out wrong is replaced, as by: "
                        + "utter text add WRONG RIGHT"))
        }
        return warnings
    }

    public func begin(at time: Int64) throws(Problem) {
        segmenter = newSegmenter
        utterance.reset()
        pauseWords = PauseWords()
        runs.begin()
        isSpeaking = false
        streamed = nil
        settled = 0
        if let failure { throw failure }
    }

    public func expect(_ speech: ExpectedSpeech?) {
        guard facts.isWhisper, isQuick, !streams else { return }
        runs.expect(speech)
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        for warning in warnings { tell(.warning(warning)) }
        warnings = []
        if let failure { throw failure }
        for event in segmenter.hear(samples) where !runs.isAborted {
            switch event {
            case .began, .resumed: note(isSpeaking: true, tell)
            case .paused: note(isSpeaking: false, tell)
            case .ended(let segment): try end(segment, tell)
            }
        }
        guard !runs.isAborted else { return }
        if segmenter.isOpen {
            if streams { try feedStream(segmenter.sound, tell) }
        } else if segmenter.start - settled >= Self.settling {
            settle(tell)
        }
    }

    private func note(isSpeaking: Bool, _ tell: (RecognizerEvent) -> Void) {
        guard self.isSpeaking != isSpeaking else { return }
        self.isSpeaking = isSpeaking
        tell(isSpeaking ? .speechStarted : .speechEnded)
    }

    /// Reports that nothing before the segmenter's sound is needed any more.
    private func settle(_ tell: (RecognizerEvent) -> Void) {
        settled = segmenter.start
        tell(.settled(samples: settled))
    }

    /// Runs the unfinished segment if nothing waits: what is shown may come late, the rest not.
    public func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {
        guard !streams, waiting < Self.block, !runs.isAborted, failure == nil,
            !interruption.isEnding
        else { return }
        do throws(Problem) {
            guard segmenter.isRunDue else {
                // The last run began just before the pause: its last word was not cut.
                guard segmenter.isKnown, let pause = segmenter.pause else { return }
                interruption.beginPartialRun(of: segmenter)
                defer { interruption.beginRun() }
                let words = try phraseOrWords(utterance.current)
                pauseWords.note(words, before: pause)
                return show(words, tell)
            }
            segmenter.beginRun()
            interruption.beginPartialRun(of: segmenter)
            defer { interruption.beginRun() }
            let sound = SegmentSound(segmenter)
            guard let (words, seconds) = try runs.partialWords(in: sound) else {
                segmenter.abandonRun()
                return
            }
            segmenter.endRun(after: .seconds(seconds))
            guard let pause = segmenter.pause else { return show(words, isCut: true, tell) }
            let heard = try phraseOrWords(words)
            pauseWords.note(heard, before: pause)
            show(heard, tell)
        } catch {
            failure = error
        }
    }

    public func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) {
        if let failure { throw failure }
        guard !runs.isAborted, let segment = segmenter.finish() else { return }
        try end(segment, tell)
    }

    /// Nothing is adapted to a voice.
    public func forgetVoice() {}

    // MARK: Segments

    private func end(
        _ segment: SpeechSegment, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        guard var words = try words(of: segment, tell) else { return }
        if let pause = pauseWords.unwritten(words, in: segment) {
            let rest = try runs.words(in: SegmentSound(segment, after: pause))
            guard let rest else { return }
            words += rest
        }
        let phrase =
            utterance.isFirstSegment
            ? try runs.phrase(for: words, in: SegmentSound(segment), .final) : nil
        if let phrase {
            words = phrase
        } else if !streams {
            words = try runs.named(words, in: SegmentSound(segment))
        }
        guard !runs.isAborted else { return }
        runs.endSegment()
        let shown = utterance.current
        utterance.end(words, from: AudioFormat.duration(samples: segment.start))
        guard segment.endsUtterance else { return }
        var whole = utterance.words
        // Pauses are known of the last segment only.
        if whole.count == words.count { whole = pauseWords.timed(whole, in: segment) }
        utterance.reset()
        if !segmenter.isOpen { note(isSpeaking: false, tell) }
        if !whole.timed.isEmpty { tell(.words(whole.timed)) }
        if !whole.isEmpty { tell(.utterance(whole.text)) }
        settle(tell)
        if let pause = segment.division {
            show(pauseWords.divide(at: pause, shown), tell)
        } else {
            pauseWords = PauseWords()
        }
    }

    /// Nil if the computation was aborted.
    private func words(
        of segment: SpeechSegment, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) -> [SegmentWord]? {
        if streams { return try streamedWords(of: segment, tell) }
        // What it has of an earlier segment is in that one's text.
        if segment.voiced == 0 { return [] }
        if segment.isKnown { return utterance.current }
        if let pause = segment.division, let known = pauseWords[before: pause] { return known }
        return try runs.words(in: SegmentSound(segment))
    }

    /// The phrase that the sound before the pause is, or else its words, which a run gave.
    private func phraseOrWords(_ words: [SegmentWord]) throws(Problem) -> [SegmentWord] {
        guard utterance.isFirstSegment else { return words }
        return try runs.phrase(for: words, in: SegmentSound(segmenter), .partial) ?? words
    }

    private func show(
        _ words: [SegmentWord], isCut: Bool = false, _ tell: (RecognizerEvent) -> Void
    ) {
        let start = AudioFormat.duration(samples: segmenter.start)
        if let text = utterance.show(words, from: start, isCut: isCut) { tell(.partial(text)) }
    }

    // MARK: Streams

    /// Gives the stream what is new of a segment's sound, and begins it first if there is none.
    private func feedStream(
        _ sound: [Int16], _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        if streamed == nil {
            guard try runs.isGoingOn(runs.session.whole.beginStream()) else { return }
        }
        let (outcome, text) = try runs.session.whole.feedStream(sound.dropFirst(streamed ?? 0))
        streamed = sound.count
        guard runs.isGoingOn(outcome), let text else { return }
        show(
            InventedText.removed(from: SegmentWord.words(of: text), voiced: segmenter.voiced), tell)
    }

    private func streamedWords(
        of segment: SpeechSegment, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) -> [SegmentWord]? {
        try feedStream(segment.samples, tell)
        guard !runs.isAborted else { return nil }
        streamed = nil
        let (outcome, text) = try runs.session.whole.finishStream()
        guard runs.isGoingOn(outcome) else { return nil }
        let words = InventedText.removed(
            from: SegmentWord.words(of: text), voiced: segment.voiced, isCut: outcome == .cut)
        guard UtteranceText.isTooShort(words, voiced: segment.voiced) else { return words }
        // Streams lose a beginning now and then: at once, the model hears all of it.
        guard let whole = try runs.words(in: SegmentSound(segment)) else { return nil }
        return whole.text.count > words.text.count ? whole : words
    }
}

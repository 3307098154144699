import AudioSamples
public import Dictation
import LinuxRuntime
public import Problems
public import SpeechDecoding
import SpeechSegments
public import TranscribeCppFiles
import VoiceNetwork

/// transcribe.cpp with a model. It blocks while it computes, for seconds on a slow computer: to be
/// used in a process or a thread of its own.
///
/// Models made for streams get the sound as it comes; all others are run over segments of it, again
/// and again while there is time, so that words show while one speaks.
public final class TranscribeCppEngine: DecodingEngine {
    /// In samples: 100 ms.
    public static let block = 1600
    /// Silence after which sound counts as settled.
    private static let settling = 5 * AudioFormat.rate

    private let session: TranscribeSession
    /// The one that a dictation begins with.
    private let newSegmenter: SpeechSegmenter
    private let streams: Bool
    private var segmenter: SpeechSegmenter
    private var utterance: UtteranceText
    /// How many samples of the segment the stream has; nil while there is none.
    private var streamed: Int?
    /// So many samples of the dictation are settled.
    private var settled = 0
    /// True after an aborted computation, until the next dictation.
    private var isAborted = false
    /// A failure that couldn't be thrown where it happened.
    private var failure: Problem?
    private var warnings: [Problem]

    /// Loads the model and measures how fast it is.
    ///
    /// - Parameter shouldAbort: true once the running computation's result is no longer wanted. It
    ///   is asked between the steps of a computation: in streams and decoders that write word by
    ///   word many times a second, in a Parakeet's run over a segment only at its beginning. A
    ///   computation that it ends has no events; the next call is `begin`.
    /// - Throws: a problem with library, model or language.
    public convenience init(
        _ configuration: TranscribeCppConfiguration,
        shouldAbort: @escaping @Sendable () -> Bool
    ) throws(Problem) {
        try self.init(configuration, speed: nil, shouldAbort: shouldAbort)
    }

    /// - Parameter speed: instead of measuring it.
    init(
        _ configuration: TranscribeCppConfiguration, speed: RecognitionSpeed?,
        shouldAbort: @escaping @Sendable () -> Bool
    ) throws(Problem) {
        let header = try configuration.model.header
        let language = try LanguageChoice.choose(
            configuration.language, of: header, for: configuration.model)
        session = try TranscribeSession(
            configuration, language: language,
            threads: configuration.threads ?? RecognitionSpeed.usualThreads,
            shouldAbort: shouldAbort)
        let speed = if let speed { speed } else { try RecognitionSpeed.measure(session) }
        streams =
            switch configuration.mode {
            case .automatic: speed.allowsStream(session.facts.stream, cores: RecognitionSpeed.cores)
            case .stream: session.facts.stream != .none
            case .offline: false
            }
        warnings = Self.warnings(of: configuration, session.facts, speed)
        var voice = VoiceActivity()
        do throws(Problem) {
            if let file = configuration.voice {
                voice = VoiceActivity(VoiceNetwork(try NetworkWeights(file)))
            }
        } catch {
            warnings.append(error)
        }
        newSegmenter = SpeechSegmenter(speed.limits(longest: session.facts.longest), voice)
        segmenter = newSegmenter
        utterance = UtteranceText(Seam(configuration.language))
    }

    private static func warnings(
        of configuration: TranscribeCppConfiguration, _ facts: TranscribeSession.Facts,
        _ speed: RecognitionSpeed
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
        if !configuration.words.isEmpty, !facts.takesVocabulary {
            warnings.append(
                Problem(
                    "the speech model “\(configuration.model.name)” takes no words of yours",
                    why: "models of its kind (\(facts.architecture)) can't be given any"))
        }
        let slowness = speed.warning(of: configuration.model, instead: configuration.faster)
        return warnings + (slowness.map { [$0] } ?? [])
    }

    public func begin(at time: Int64) throws(Problem) {
        segmenter = newSegmenter
        utterance.reset()
        streamed = nil
        settled = 0
        isAborted = false
        if let failure { throw failure }
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        for warning in warnings { tell(.warning(warning)) }
        warnings = []
        if let failure { throw failure }
        for event in segmenter.hear(samples) where !isAborted {
            switch event {
            case .began: tell(.speechStarted)
            case .ended(let segment): try end(segment, tell)
            }
        }
        guard !isAborted else { return }
        if segmenter.isOpen {
            if streams { try feedStream(segmenter.sound, tell) }
        } else if segmenter.start - settled >= Self.settling {
            settle(tell)
        }
    }

    /// Reports that nothing before the segmenter's sound is needed any more.
    private func settle(_ tell: (RecognizerEvent) -> Void) {
        settled = segmenter.start
        tell(.settled(samples: settled))
    }

    /// Runs the unfinished segment if nothing waits: what is shown may come late, the rest not.
    public func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {
        guard !streams, waiting < Self.block, !isAborted, failure == nil, segmenter.isRunDue
        else { return }
        do throws(Problem) {
            let begin = MonotonicClock.nanoseconds
            segmenter.beginRun()
            let words = try run(
                segmenter.sound, from: segmenter.start, voiced: segmenter.voiced)
            guard let words else { return }
            segmenter.endRun(after: .nanoseconds(MonotonicClock.nanoseconds - begin))
            show(words, tell)
        } catch {
            failure = error
        }
    }

    public func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) {
        if let failure { throw failure }
        guard !isAborted, let segment = segmenter.finish() else { return }
        try end(segment, tell)
    }

    /// Nothing is adapted to a voice.
    public func forgetVoice() {}

    // MARK: Segments

    private func end(
        _ segment: SpeechSegment, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        guard let words = try words(of: segment, tell) else { return }
        utterance.end(words, from: AudioFormat.duration(samples: segment.start))
        guard segment.endsUtterance else { return }
        let whole = utterance.words
        utterance.reset()
        tell(.speechEnded)
        if !whole.timed.isEmpty { tell(.words(whole.timed)) }
        if !whole.isEmpty { tell(.utterance(whole.text)) }
        settle(tell)
    }

    /// Nil if the computation was aborted.
    private func words(
        of segment: SpeechSegment, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) -> [SegmentWord]? {
        if streams { return try streamedWords(of: segment, tell) }
        // What it has of an earlier segment is in that one's text.
        if segment.voiced == 0 { return [] }
        if segment.isKnown { return utterance.current }
        return try run(segment.samples, from: segment.start, voiced: segment.voiced)
    }

    /// Nil if the computation was aborted.
    private func run(
        _ samples: [Int16], from start: Int, voiced: Int
    ) throws(Problem) -> [SegmentWord]? {
        let outcome = try session.run(samples)
        switch outcome {
        case .aborted:
            isAborted = true
            return nil
        case .tooShort: return []
        case .done, .cut:
            let words = SegmentWord.words(
                of: session.text, session.timedWords, from: AudioFormat.duration(samples: start))
            return InventedText.removed(
                from: words, voiced: voiced, isCut: outcome == .cut)
        }
    }

    private func show(_ words: [SegmentWord], _ tell: (RecognizerEvent) -> Void) {
        let start = AudioFormat.duration(samples: segmenter.start)
        if let text = utterance.show(words, from: start) { tell(.partial(text)) }
    }

    // MARK: Streams

    /// Gives the stream what is new of a segment's sound, and begins it first if there is none.
    private func feedStream(
        _ sound: [Int16], _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        if streamed == nil {
            guard try isGoingOn(session.beginStream()) else { return }
        }
        let (outcome, text) = try session.feedStream(sound.dropFirst(streamed ?? 0))
        streamed = sound.count
        guard isGoingOn(outcome), let text else { return }
        show(
            InventedText.removed(from: SegmentWord.words(of: text), voiced: segmenter.voiced), tell)
    }

    private func isGoingOn(_ outcome: TranscribeSession.Outcome) -> Bool {
        if outcome == .aborted { isAborted = true }
        return outcome != .aborted
    }

    private func streamedWords(
        of segment: SpeechSegment, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) -> [SegmentWord]? {
        try feedStream(segment.samples, tell)
        guard !isAborted else { return nil }
        streamed = nil
        let (outcome, text) = try session.finishStream()
        guard isGoingOn(outcome) else { return nil }
        let words = InventedText.removed(
            from: SegmentWord.words(of: text), voiced: segment.voiced, isCut: outcome == .cut)
        guard UtteranceText.isTooShort(words, voiced: segment.voiced) else { return words }
        // Streams lose a beginning now and then: at once, the model hears all of it.
        let whole = try run(segment.samples, from: segment.start, voiced: segment.voiced)
        guard let whole else { return nil }
        return whole.text.count > words.text.count ? whole : words
    }
}

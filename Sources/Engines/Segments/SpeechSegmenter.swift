public import AudioSamples
import Dictation

/// Sound to be recognised at once.
public struct SpeechSegment: Hashable, Sendable {
    /// Little more than what is spoken.
    public let samples: [Int16]
    /// The place of the first one in the dictation.
    public let start: Int
    /// How many samples of speech it has that no segment before it has.
    public let voiced: Int
    /// Whether nothing was spoken since the last run began, so that its text is this segment's.
    public let isKnown: Bool
    /// False if it ends in the midst of speech: then the next one begins with its last sound.
    public let endsUtterance: Bool
    /// The pauses within it.
    public var pauses: [SpeechPause] = []
    /// The pause at which it was divided from what was said after it; nil if it ends otherwise.
    public var division: SpeechPause?

    /// The place in the dictation after the last sample.
    public var end: Int { start + samples.count }

    /// The sound after one of its pauses, with the last of the silence before it.
    public func samples(after pause: SpeechPause) -> [Int16] {
        Array(samples.dropFirst(pause.end - min(pause.length, SpeechSegmenter.leadIn) - start))
    }

    /// This segment and those that follow it as one.
    ///
    /// - Parameter samples: from its first sample to the last one of the others.
    public func joined(
        with others: some BidirectionalCollection<SpeechSegment>, samples: [Int16]
    ) -> SpeechSegment {
        SpeechSegment(
            samples: samples, start: start, voiced: others.reduce(voiced) { $0 + $1.voiced },
            isKnown: false, endsUtterance: others.last?.endsUtterance ?? endsUtterance)
    }
}

/// Silence between words.
public struct SpeechPause: Hashable, Sendable {
    /// The place of its first sample in the dictation.
    public let start: Int
    /// How many samples of speech the dictation has before it: no two pauses have as many.
    public let voiced: Int
    /// In samples.
    public internal(set) var length: Int

    /// The place in the dictation after its last sample.
    public var end: Int { start + length }
}

/// Divides a dictation into segments, and says when an unfinished one is to be run again for the
/// words so far. A pure value: it is given all sound, and told of the runs.
public struct SpeechSegmenter: Sendable {
    /// In samples.
    public struct Limits: Hashable, Sendable {
        /// Where speech pauses this long, that is said,
        public var pause = seconds(0.8)
        /// and this long, a segment ends;
        public var longPause = seconds(0.8)
        /// an utterance this long also at
        public var shortPauseFrom = seconds(12)
        /// a pause this long.
        public var shortPause = seconds(0.25)
        /// A segment ends here at the latest,
        public var longest = seconds(25)
        /// at its longest pause if it is divided,
        public var dividesAtPauses = false
        /// else the next one begins with this much of its sound.
        public var overlap = seconds(1.5)

        public init() {}

        public static func seconds(_ number: Double) -> Int {
            Int(number * Double(AudioFormat.rate))
        }
    }

    public enum Event: Hashable, Sendable {
        case began
        /// A pause within an utterance is a ``Limits/pause`` long;
        case paused
        /// it is over.
        case resumed
        case ended(SpeechSegment)
    }

    /// Sound before the first loud frame: the beginnings of words are quiet.
    static let leadIn = Limits.seconds(0.4)
    /// Sound after the last loud frame.
    private static let leadOut = Limits.seconds(0.4)
    /// A shorter sound is no word.
    private static let shortest = Limits.seconds(0.3)
    /// Less speech after a pause is a click.
    private static let click = Limits.seconds(0.15)
    /// New sound that is worth another run.
    private static let step = AudioFormat.rate

    public let limits: Limits
    private var voice: VoiceActivity
    /// The pauses in the segment; the last one may go on.
    private var pauses: [SpeechPause] = []
    private var isPaused = false
    /// The sound of the segment; before speech the last of what was heard.
    public private(set) var sound: [Int16] = []
    /// Whether something was spoken that is not part of an ended utterance.
    public private(set) var isOpen = false
    private var heard = 0
    /// `heard` at the utterance's beginning.
    private var utteranceStart = 0
    /// The samples of speech before the segment.
    private var voicedBefore = 0
    /// The samples heard and voiced when the last run began, and how many new ones the next run
    /// waits for.
    private var run = (heard: 0, voiced: 0, step: SpeechSegmenter.step)

    /// - Parameter voice: what tells speech from pauses, before any sound.
    public init(_ limits: Limits = Limits(), _ voice: VoiceActivity = VoiceActivity()) {
        (self.limits, self.voice) = (limits, voice)
    }

    /// The place of the segment's first sample in the dictation.
    public var start: Int { heard - sound.count }
    /// How many samples of new speech the segment has.
    public var voiced: Int { voice.voiced - voicedBefore }

    /// Takes the next samples.
    public mutating func hear(_ samples: some Collection<Int16>) -> [Event] {
        var events: [Event] = []
        var rest = samples[...]
        while !rest.isEmpty {
            // Frames of 10 ms, or pauses would depend on how the samples come.
            let piece = rest.prefix(AudioFormat.rate / 100)
            rest = rest.dropFirst(piece.count)
            if let event = hear(frame: piece) { events.append(event) }
        }
        return events
    }

    private mutating func hear(frame: some Collection<Int16>) -> Event? {
        let before = voice.voiced
        _ = voice.hear(frame)
        sound += frame
        heard += frame.count
        guard isOpen else {
            if sound.count > 4 * Self.leadIn { sound.removeFirst(sound.count - Self.leadIn) }
            guard voice.voiced > before else { return nil }
            open(voicedBefore: before)
            return .began
        }
        let quiet = voice.quiet ?? 0
        notePause(quiet)
        if quiet >= limits.longPause { return .ended(close()) }
        if quiet >= limits.shortPause, heard - utteranceStart >= limits.shortPauseFrom {
            return .ended(close())
        }
        if sound.count >= limits.longest { return .ended(divide() ?? cut()) }
        guard isPaused != (quiet >= limits.pause) else { return nil }
        isPaused.toggle()
        return isPaused ? .paused : .resumed
    }

    private mutating func notePause(_ quiet: Int) {
        guard quiet >= limits.shortPause else { return }
        if pauses.last?.voiced != voice.voiced {
            pauses.append(
                SpeechPause(start: heard - quiet, voiced: voice.voiced, length: quiet))
        }
        pauses[pauses.count - 1].length = quiet
    }

    /// The pause that goes on; nil in the midst of speech.
    public var pause: SpeechPause? {
        isOpen ? pauses.last.flatMap { $0.voiced == voice.voiced ? $0 : nil } : nil
    }

    private mutating func open(voicedBefore: Int) {
        sound.removeFirst(max(0, sound.count - Self.leadIn))
        isOpen = true
        utteranceStart = start
        self.voicedBefore = voicedBefore
        (pauses, isPaused) = ([], false)
        run = (start, voicedBefore, run.step)
    }

    /// Whether nothing was spoken since the last run began.
    public var isKnown: Bool { run.voiced == voice.voiced }

    /// The segment with the utterance's end.
    private mutating func close() -> SpeechSegment {
        let quiet = voice.quiet ?? 0
        let segment = SpeechSegment(
            samples: Array(sound.dropLast(max(0, quiet - Self.leadOut))), start: start,
            voiced: voiced, isKnown: isKnown, endsUtterance: true,
            pauses: pauses.filter { $0.voiced + Self.click <= voice.voiced })
        isOpen = false
        // No sound of a word may be in two utterances.
        sound.removeFirst(sound.count - min(quiet, Self.leadIn, sound.count))
        return segment
    }

    /// The segment up to its longest pause; nil if it isn't to be divided, or has none.
    private mutating func divide() -> SpeechSegment? {
        guard limits.dividesAtPauses else { return nil }
        // Divided early, the rest would soon be as long again.
        let late = pauses.filter { $0.start - start >= limits.longest / 3 }
        guard let pause = (late.isEmpty ? pauses : late).max(by: { $0.length < $1.length }),
            pause.start - start >= Self.shortest
        else { return nil }
        let segment = SpeechSegment(
            samples: Array(sound.prefix(pause.start - start + min(pause.length, Self.leadOut))),
            start: start, voiced: pause.voiced - voicedBefore, isKnown: false,
            endsUtterance: true, pauses: pauses.filter { $0.voiced < pause.voiced },
            division: pause)
        sound.removeFirst(pause.end - min(pause.length, Self.leadIn) - start)
        utteranceStart = start
        voicedBefore = pause.voiced
        pauses.removeAll { $0.voiced <= pause.voiced }
        // What was run last isn't the rest alone.
        run.voiced = -1
        return segment
    }

    /// The segment, in the midst of speech.
    private mutating func cut() -> SpeechSegment {
        let segment = SpeechSegment(
            samples: sound, start: start, voiced: voiced, isKnown: isKnown, endsUtterance: false)
        sound.removeFirst(max(0, sound.count - limits.overlap))
        voicedBefore = voice.voiced
        pauses = []
        run = (heard, voice.voiced, run.step)
        return segment
    }

    /// Whether the unfinished segment is to be run, if there is time: when a second is new, and in
    /// a pause, so that its text is known when it turns out to be the end.
    public var isRunDue: Bool {
        guard isOpen, !isKnown, sound.count >= Self.shortest else { return false }
        return heard - run.heard >= run.step || (voice.quiet ?? 0) >= limits.shortPause
    }

    /// Notes that all sound so far is being run.
    public mutating func beginRun() {
        run = (heard, voice.voiced, run.step)
    }

    /// Notes that the run came to nothing.
    public mutating func abandonRun() {
        run.voiced = -1
    }

    /// Whether the run that was begun gives all words of the segment, if these samples are its last.
    public func isCovered(before last: [Int16]) -> Bool {
        var after = self
        for case .ended(let segment) in after.hear(last) { return segment.isKnown }
        return after.isKnown
    }

    /// Notes how long that took. The next run comes after twice that time, so that most of it is
    /// left for what is spoken meanwhile.
    public mutating func endRun(after duration: Duration) {
        run.step = max(Self.step, 2 * AudioFormat.samples(in: duration))
    }

    /// The last segment, when no more samples come; nil if there is nothing in it.
    public mutating func finish() -> SpeechSegment? {
        guard isOpen, sound.count >= Self.shortest else { return nil }
        return close()
    }
}

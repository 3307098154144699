import Dictation
import Problems
import SpeechSegments

/// Computes with a model, in the shorter of its windows where the sound fits.
final class WindowedSession {
    /// In the model's own window; also for streams.
    let whole: TranscribeSession
    private let short: TranscribeSession?

    var threads: Int { whole.threads }

    /// - Parameter short: the model with a ``ShortWindow``.
    init(
        _ model: TranscribeModel, short: TranscribeModel?, threads: Int,
        shouldAbort: @escaping @Sendable () -> Bool
    ) throws(Problem) {
        whole = try TranscribeSession(model, threads: threads, shouldAbort: shouldAbort)
        self.short =
            try short.map { model throws(Problem) in
                try TranscribeSession(model, threads: threads, shouldAbort: shouldAbort)
            }
    }

    /// The words of a sound that may have been said; empty if it is too short.
    ///
    /// - Parameter prompt: the text that comes before it, for a Whisper.
    func words(
        in sound: SegmentSound, after prompt: String?
    ) throws(Problem) -> (outcome: TranscribeSession.Outcome, words: [SegmentWord]) {
        // With a prompt fewer names are written right in the shorter one.
        if let short, prompt == nil, sound.samples.count <= ShortWindow.longest {
            let (outcome, words) = try run(short, sound, after: nil)
            if outcome == .aborted || !isDoubtful(words, outcome, sound) {
                return (outcome, said(words, outcome, sound))
            }
        }
        let (outcome, words) = try run(whole, sound, after: prompt)
        return (outcome, said(words, outcome, sound))
    }

    /// Whether the longer window may understand more: in the shorter one Whisper repeats itself now
    /// and then.
    private func isDoubtful(
        _ words: [SegmentWord], _ outcome: TranscribeSession.Outcome, _ sound: SegmentSound
    ) -> Bool {
        outcome == .cut || InventedText.repeats(words)
            || !InventedText.canBeSaid(words, in: sound.samples.count)
    }

    private func run(
        _ session: TranscribeSession, _ sound: SegmentSound, after prompt: String?
    ) throws(Problem) -> (TranscribeSession.Outcome, [SegmentWord]) {
        let outcome = try session.run(sound.samples, after: prompt)
        guard outcome == .done || outcome == .cut else { return (outcome, []) }
        let words = SegmentWord.words(
            of: session.text, session.timedWords, from: AudioFormat.duration(samples: sound.start))
        return (outcome, words)
    }

    private func said(
        _ words: [SegmentWord], _ outcome: TranscribeSession.Outcome, _ sound: SegmentSound
    ) -> [SegmentWord] {
        let said = InventedText.removed(
            from: words, voiced: sound.voiced, isCut: outcome == .cut)
        return InventedText.canBeSaid(said, in: sound.samples.count) ? said : []
    }
}

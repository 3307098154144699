import CPocketSphinx
import Dictation

/// Takes sound through front end, cepstral mean and decoder, one utterance after the other.
///
/// While a voice is new, its first second waits, so that it is decoded with a mean that is worth
/// something; later all is decoded as it comes. Decoding the first seconds anew, once the mean
/// hardly changed any more, took twice the time and gave no better words.
final class FeaturePipeline {
    private let decoder: Decoder
    private let frontEnd: FrontEnd
    /// Nil if the library sees to it by itself, or the model needs none.
    private var mean: CepstralMean?
    /// Of this utterance, not decoded yet.
    private var waiting: [mfcc_t] = []
    /// Frames of this utterance.
    private(set) var length = 0
    /// Whether this utterance is searched quickly.
    private(set) var isQuick = false
    private var isInUtterance = false

    init(_ configuration: PocketSphinxConfiguration) throws(Problem) {
        decoder = try Decoder(configuration)
        frontEnd = try decoder.makeFrontEnd()
        mean = configuration.followsVoice ? decoder.firstMean.map(CepstralMean.init) : nil
    }

    /// Whether the last samples were speech.
    var isInSpeech: Bool { frontEnd.isInSpeech }

    /// The words of the utterance as understood so far; empty if there are none.
    var hypothesis: String { decoder.hypothesis }

    /// Whether the speaker paused a moment ago, though not for so long that the front end calls
    /// it silence.
    var isBetweenWords: Bool { waiting.isEmpty && decoder.endsInSilence }

    /// Returns to what was known of voice, microphone and noise when the model was loaded.
    func forgetVoice() throws(Problem) {
        try endUtterance()
        frontEnd.startStream()
        if mean == nil { decoder.forgetMean() } else { mean?.forget() }
    }

    /// Begins an utterance. Each one has to be ended.
    ///
    /// - Parameters:
    ///   - goesOn: it follows on the one before in mid-sound.
    ///   - quickly: time is short.
    func startUtterance(goesOn: Bool = false, quickly: Bool = false) throws(Problem) {
        if !goesOn { frontEnd.startUtterance() }
        try decoder.search(quickly: quickly)
        isQuick = quickly
        try decoder.startUtterance()
        isInUtterance = true
        waiting = []
        length = 0
    }

    /// Takes some samples (16 kHz mono).
    func process(_ samples: UnsafeBufferPointer<Int16>) throws(Problem) {
        take(frontEnd.process(samples))
        if mean?.isKnown ?? true { try decode() }
    }

    private func take(_ frames: [mfcc_t]) {
        mean?.hear(frames)
        waiting += frames
        length += frames.count / frontEnd.dimension
    }

    private func decode() throws(Problem) {
        try decoder.process(waiting[...], of: frontEnd.dimension, mean: mean?.value)
        waiting = []
    }

    /// Ends the utterance, if there is one; `hypothesis` is final then.
    ///
    /// - Parameter goesOn: another one begins in mid-sound.
    func endUtterance(goesOn: Bool = false) throws(Problem) {
        guard isInUtterance else { return }
        isInUtterance = false
        if !goesOn { take(frontEnd.endUtterance()) }
        try decode()
        try decoder.endUtterance()
    }
}

import CPocketSphinx
import PocketSphinxModel
import Problems

/// Passes sound through front end, cepstral mean and decoder, one utterance after the other.
///
/// The first second of a new voice is held back, so that it is decoded with a useful mean. Until
/// the mean is settled, sound is decoded every 128 ms, so that the mean includes some of what
/// follows a frame: every 32 ms, 15 words more of 1,121 were wrong. Later everything is decoded at
/// once. Decoding the first seconds again with a settled mean took twice the time and gave no better
/// words.
final class FeaturePipeline {
    private let decoder: Decoder
    private let frontEnd: FrontEnd
    /// Nil if the library computes the mean itself, or the model needs none.
    private var mean: CepstralMean?
    /// How many samples are decoded at once until the mean is settled.
    private static let unsettledBlock = 2048
    /// The number of samples of this utterance.
    private var sampleCount = 0
    /// Frames of this utterance that aren't decoded yet.
    private var waiting: [mfcc_t] = []
    /// The number of frames of this utterance.
    private(set) var length = 0
    /// Whether this utterance uses the quick search.
    private(set) var isQuick = false
    private var isInUtterance = false

    init(_ configuration: PocketSphinxConfiguration) throws(Problem) {
        decoder = try Decoder(configuration)
        frontEnd = try decoder.makeFrontEnd()
        mean = configuration.followsVoice ? decoder.firstMean.map(CepstralMean.init) : nil
    }

    /// Whether the last samples were speech.
    var isInSpeech: Bool { frontEnd.isInSpeech }

    /// The words of the utterance so far; empty if there are none.
    var hypothesis: String { decoder.hypothesis }

    /// Whether the speaker has just paused, though not yet long enough for the front end to call it
    /// silence.
    var isBetweenWords: Bool { waiting.isEmpty && decoder.endsInSilence }

    /// Returns to the state of voice, microphone and noise after loading the model.
    func forgetVoice() throws(Problem) {
        try endUtterance()
        frontEnd.startStream()
        if mean == nil { decoder.forgetMean() } else { mean?.forget() }
    }

    /// Begins an utterance, which must be ended.
    ///
    /// - Parameters:
    ///   - goesOn: whether it continues the previous one without a pause.
    ///   - quickly: whether to use the quick search.
    func startUtterance(goesOn: Bool = false, quickly: Bool = false) throws(Problem) {
        if !goesOn { frontEnd.startUtterance() }
        try decoder.search(quickly: quickly)
        isQuick = quickly
        try decoder.startUtterance()
        isInUtterance = true
        waiting = []
        sampleCount = 0
        length = 0
    }

    /// Takes some samples (16 kHz mono).
    func process(_ samples: UnsafeBufferPointer<Int16>) throws(Problem) {
        take(frontEnd.process(samples))
        let filled = sampleCount / Self.unsettledBlock
        sampleCount += samples.count
        let isFull = sampleCount / Self.unsettledBlock > filled
        guard let mean else { return try decode() }
        if mean.isSettled || mean.isKnown && isFull { try decode() }
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

    /// Ends the utterance, if there is one; afterwards `hypothesis` is final.
    ///
    /// - Parameter goesOn: whether another one continues without a pause.
    func endUtterance(goesOn: Bool = false) throws(Problem) {
        guard isInUtterance else { return }
        isInUtterance = false
        if !goesOn { take(frontEnd.endUtterance()) }
        try decode()
        try decoder.endUtterance()
    }
}

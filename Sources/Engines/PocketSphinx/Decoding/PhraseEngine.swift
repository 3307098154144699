import CPocketSphinx
import CPocketSphinxGuard
public import Dictation
package import PocketSphinxModel
public import Problems
public import SpeechDecoding
import SystemPackage

/// Listens for one phrase, and reports an `utterance` with it each time. Nothing else is
/// recognised, nothing of the sound is kept: each block is settled at once.
///
/// No dictionary and no language model is loaded, so it takes 11 MB. The library searches only
/// where it hears speech.
public final class PhraseEngine: DecodingEngine {
    /// In samples: 128 ms.
    public static let block = 2048

    private let decoder: OpaquePointer
    private let phrase: String
    private var isInUtterance = false
    private var isInSpeech = false
    private var decodedCount = 0
    /// The library would have ended the process: the decoder stays allocated.
    private var isLost = false

    package init(_ configuration: PhraseConfiguration) throws(Problem) {
        try ModelFiles.checkAcoustics(configuration.model)
        try ModelContents.checkAcoustics(configuration.model)
        phrase = configuration.phrase
        decoder = try Decoder.load(configuration.arguments, model: configuration.model)
        for word in Set(configuration.words) {
            try check(utter_ps_add_word(decoder, word.word, word.sounds, 0))
        }
        try check(utter_ps_listen_for(decoder, phrase))
    }

    deinit {
        if !isLost { ps_free(decoder) }
    }

    public func begin(at time: Int64) throws(Problem) {
        decodedCount = 0
        try startAgain()
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        try check(utter_ps_hear(decoder, samples.baseAddress, samples.count))
        decodedCount += samples.count
        let wasInSpeech = isInSpeech
        isInSpeech = ps_get_in_speech(decoder) != 0
        if ps_get_hyp(decoder, nil) != nil {
            tell(.utterance(phrase))
            try startAgain()
        } else if wasInSpeech, !isInSpeech {
            // The mean of the voice is settled between utterances.
            try startAgain()
        }
        tell(.settled(samples: decodedCount))
    }

    /// Sound that waits is decoded all the same.
    public func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}

    public func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) { try end() }

    public func forgetVoice() throws(Problem) {}

    private func startAgain() throws(Problem) {
        try end()
        try check(utter_ps_start(decoder))
        (isInUtterance, isInSpeech) = (true, false)
    }

    private func end() throws(Problem) {
        guard isInUtterance else { return }
        isInUtterance = false
        try check(utter_ps_end(decoder))
    }

    private func check(_ result: Int32) throws(Problem) {
        if result >= 0 { return }
        if result == Int32(UTTER_PS_LOST) { isLost = true }
        throw Problem(
            "cannot listen for “\(phrase)”", why: Decoder.lastError,
            remedy: "Choose other words, such as: utter config set wake.phrase 'hey computer'")
    }
}

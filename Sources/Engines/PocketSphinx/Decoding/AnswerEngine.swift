import CPocketSphinx
import CPocketSphinxGuard
public import Dictation
package import PocketSphinxModel
public import Problems
public import SpeechDecoding

/// Listens for one of some answers. The first stretch of speech is the `utterance`: the answer, or
/// nothing if it was another. It is made for one question: the mean of a voice that has said one
/// word would mislead it.
public final class AnswerEngine: DecodingEngine {
    /// In samples: 128 ms.
    public static let block = 2048
    /// With fewer sounds it is no speech: the library takes the beginning of a microphone's noise
    /// for speech, in which it finds two.
    private static let leastSounds = 3

    private let decoder: OpaquePointer
    private let answers: Set<String>
    private var isInUtterance = false
    private var isInSpeech = false
    private var hasHeard = false
    private var decodedCount = 0
    /// The library would have ended the process: the decoder stays allocated.
    private var isLost = false

    package init(_ configuration: AnswerConfiguration) throws(Problem) {
        try ModelFiles.checkAcoustics(configuration.model)
        try ModelContents.checkAcoustics(configuration.model)
        answers = Set(configuration.answers)
        decoder = try Decoder.load(configuration.arguments, model: configuration.model)
        for (word, sounds) in configuration.vocabulary {
            try check(utter_ps_add_word(decoder, word, sounds, 0))
        }
        try check(utter_ps_listen_by_grammar(decoder, configuration.grammar))
    }

    deinit {
        if !isLost { ps_free(decoder) }
    }

    public func begin(at time: Int64) throws(Problem) {
        (decodedCount, hasHeard, isInSpeech) = (0, false, false)
        try end()
        try check(utter_ps_start(decoder))
        isInUtterance = true
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        decodedCount += samples.count
        defer { tell(.settled(samples: decodedCount)) }
        if hasHeard { return }
        try check(utter_ps_hear(decoder, samples.baseAddress, samples.count))
        let wasInSpeech = isInSpeech
        isInSpeech = ps_get_in_speech(decoder) != 0
        if wasInSpeech, !isInSpeech {
            try end()
            let heard = ps_get_hyp(decoder, nil).map { String(cString: $0) } ?? ""
            let isAnswer = answers.contains(heard)
            guard isAnswer || heard.split(separator: " ").count >= Self.leastSounds else {
                try check(utter_ps_start(decoder))
                isInUtterance = true
                return
            }
            hasHeard = true
            tell(.utterance(isAnswer ? heard : ""))
        }
    }

    /// Sound that waits is decoded all the same.
    public func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}

    public func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) { try end() }

    public func forgetVoice() throws(Problem) {}

    private func end() throws(Problem) {
        guard isInUtterance else { return }
        isInUtterance = false
        try check(utter_ps_end(decoder))
    }

    private func check(_ result: Int32) throws(Problem) {
        if result >= 0 { return }
        if result == Int32(UTTER_PS_LOST) { isLost = true }
        throw Problem("cannot listen for an answer", why: Decoder.lastError)
    }
}

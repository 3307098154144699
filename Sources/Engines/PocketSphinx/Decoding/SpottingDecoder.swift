import CPocketSphinx
import CPocketSphinxGuard
public import Dictation
import PocketSphinxModel
public import Problems
import SystemPackage

/// The common part of engines that listen for a few words: the library with a search for a few words only: no dictionary and no language model is loaded, so
/// it takes 11 MB. It searches only where it hears speech.
public class SpottingDecoder {
    /// In samples: 128 ms.
    public static let block = 2048

    private let decoder: OpaquePointer
    private let problem: (_ why: String) -> Problem
    private var isInUtterance = false
    private var isInSpeech = false
    /// The library would have ended the process: the decoder stays allocated.
    private var isLost = false
    /// The samples of this dictation that were decoded.
    final var decodedCount = 0

    /// - Parameters:
    ///   - arguments: the library's command line.
    ///   - words: the words of the search, with their sounds.
    ///   - search: makes it.
    ///   - problem: names what can't be listened for.
    init(
        _ arguments: [String], model: FilePath, words: [(word: String, sounds: String)],
        search: (OpaquePointer) -> Int32, problem: @escaping (_ why: String) -> Problem
    ) throws(Problem) {
        try ModelFiles.checkAcoustics(model)
        try ModelContents.checkAcoustics(model)
        self.problem = problem
        decoder = try Decoder.load(arguments, model: model)
        for (word, sounds) in words { try check(utter_ps_add_word(decoder, word, sounds, 0)) }
        try check(search(decoder))
    }

    deinit {
        if !isLost { ps_free(decoder) }
    }

    public func begin(at time: Int64) throws(Problem) {
        decodedCount = 0
        try start()
    }

    /// Sound that waits is decoded all the same.
    public final func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}

    public final func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) { try end() }

    public final func forgetVoice() throws(Problem) {}

    /// Begins an utterance; ends the one before.
    final func start() throws(Problem) {
        try end()
        try check(utter_ps_start(decoder))
        (isInUtterance, isInSpeech) = (true, false)
    }

    /// Returns whether speech has ended.
    final func hear(_ samples: UnsafeBufferPointer<Int16>) throws(Problem) -> Bool {
        try check(utter_ps_hear(decoder, samples.baseAddress, samples.count))
        let wasInSpeech = isInSpeech
        isInSpeech = ps_get_in_speech(decoder) != 0
        return wasInSpeech && !isInSpeech
    }

    /// The words of this utterance, or of the last one; nil if there are none.
    final var words: String? { ps_get_hyp(decoder, nil).map { String(cString: $0) } }

    final func end() throws(Problem) {
        guard isInUtterance else { return }
        isInUtterance = false
        try check(utter_ps_end(decoder))
    }

    private func check(_ result: Int32) throws(Problem) {
        if result >= 0 { return }
        if result == Int32(UTTER_PS_LOST) { isLost = true }
        throw problem(Decoder.lastError)
    }
}

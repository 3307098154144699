import CPocketSphinx
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
    private let problem: @Sendable (_ why: String) -> Problem
    private var isInUtterance = false
    private var isInSpeech = false
    /// The samples of this dictation that were decoded.
    final var decodedCount = 0

    /// - Parameters:
    ///   - arguments: the library's command line.
    ///   - words: the words of the search, with their sounds.
    ///   - search: makes it, with this name.
    ///   - problem: names what can't be listened for.
    init(
        _ arguments: [String], model: FilePath, words: [(word: String, sounds: String)],
        search: (_ decoder: OpaquePointer, _ name: String) -> Int32,
        problem: @escaping @Sendable (_ why: String) -> Problem
    ) throws(Problem) {
        try ModelFiles.checkAcoustics(model)
        try ModelContents.checkAcoustics(model)
        self.problem = problem
        decoder = try Decoder.load(arguments, model: model)
        for (word, sounds) in words { try check { ps_add_word(decoder, word, sounds, 0) } }
        let name = "few words"
        try check { search(decoder, name) }
        try check { ps_set_search(decoder, name) }
    }

    deinit { ps_free(decoder) }

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
        try check { ps_start_utt(decoder) }
        (isInUtterance, isInSpeech) = (true, false)
    }

    /// Returns whether speech has ended.
    final func hear(_ samples: UnsafeBufferPointer<Int16>) throws(Problem) -> Bool {
        try check { ps_process_raw(decoder, samples.baseAddress, samples.count, 0, 0) }
        let wasInSpeech = isInSpeech
        isInSpeech = ps_get_in_speech(decoder) != 0
        return wasInSpeech && !isInSpeech
    }

    /// The words of this utterance, or of the last one; nil if there are none.
    final var words: String? { ps_get_hyp(decoder, nil).map { String(cString: $0) } }

    final func end() throws(Problem) {
        guard isInUtterance else { return }
        isInUtterance = false
        try check { ps_end_utt(decoder) }
    }

    private func check(_ call: () -> Int32) throws(Problem) { try Library.check(problem, call) }
}

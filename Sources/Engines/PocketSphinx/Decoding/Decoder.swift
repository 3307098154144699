import CPocketSphinx
import CPocketSphinxGuard
import PocketSphinxModel
import Problems
import Synchronization
import SystemPackage

/// PocketSphinx with its model loaded (`ps_decoder_t`). To be used on one thread.
final class Decoder {
    private let decoder: OpaquePointer
    /// The normalization by the cepstral mean in the decoder; nil for a model that needs none.
    private let normalization: UnsafeMutablePointer<cmn_t>?
    /// The model's own cepstral mean.
    let firstMean: [mfcc_t]?
    /// The library would have ended the process: the decoder must not be used again, so it stays
    /// allocated.
    private var isLost = false

    /// The library can only load one model at a time (see CPocketSphinxGuard.h).
    private static let loading = Mutex<Void>(())
    private static let captureLog: Void = utter_ps_capture_log()

    /// Loads a model: about 0.3 s and 97 MB for Debian's English one.
    init(_ configuration: PocketSphinxConfiguration) throws(Problem) {
        if let problem = ModelFiles(configuration: configuration).problem { throw problem }
        try ModelContents.check(configuration)
        decoder = try Self.load(configuration.arguments, model: configuration.model)
        // It lives as long as the decoder.
        normalization = ps_get_feat(decoder)?.pointee.cmn_struct
        firstMean = normalization.map {
            Array(UnsafeBufferPointer(start: $0.pointee.cmn_mean, count: Int($0.pointee.veclen)))
        }
        try add(configuration.words)
    }

    private func add(_ words: [String: String]) throws(Problem) {
        let words = words.sorted { $0.key < $1.key }
        for (number, (word, sounds)) in words.enumerated() {
            // A second pronunciation is a separate word in the dictionary: "read(2)".
            var name = word
            var count = 1
            while let known = ps_lookup_word(decoder, name) {
                free(known)
                count += 1
                name = "\(word)(\(count))"
            }
            let update: Int32 = number == words.count - 1 ? 1 : 0
            if utter_ps_add_word(decoder, name, sounds, update) < 0 {
                throw Problem(
                    "cannot add the word “\(word)” with the sounds “\(sounds)”",
                    why: Self.lastError,
                    remedy: "Write its sounds as the dictionary does: SH IH V AO N")
            }
        }
    }

    /// A loaded decoder on its way out of the lock.
    private struct Loaded: @unchecked Sendable {
        // @unchecked: only the receiving thread has the pointer.
        let decoder: OpaquePointer
    }

    /// Loads a model by the library's command line.
    static func load(
        _ arguments: [String], model: FilePath
    ) throws(Problem) -> OpaquePointer {
        let loaded = loading.withLock { _ in
            _ = captureLog
            return load(arguments)
        }
        guard let loaded else {
            throw Problem(
                "cannot load the speech model “\(model)”", why: lastError,
                remedy: ModelFiles.remedy(for: model), fix: ModelFiles.fix(for: model))
        }
        return loaded.decoder
    }

    private static func load(_ arguments: [String]) -> Loaded? {
        var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for string in strings { free(string) } }
        guard let config = utter_ps_config(Int32(strings.count), &strings) else { return nil }
        // ps_init keeps its own reference.
        defer { cmd_ln_free_r(config) }
        return utter_ps_load(config).map(Loaded.init)
    }

    deinit {
        if !isLost { ps_free(decoder) }
    }

    /// The number of states of the quick search: it takes half the time of the full one, and makes
    /// seven more errors in a hundred words.
    private static let quickStates: Int32 = 1000
    private var isQuick = false

    /// Switches following utterances to the quick search, with more wrong words, or the full one.
    /// Call it between utterances.
    func search(quickly: Bool) throws(Problem) {
        guard quickly != isQuick else { return }
        isQuick = quickly
        try check(
            quickly
                ? utter_ps_search_quickly(decoder, Self.quickStates)
                : utter_ps_search_fully(decoder))
    }

    /// Begins an utterance, which must be ended.
    func startUtterance() throws(Problem) {
        kept = nil
        try check(utter_ps_start(decoder))
    }

    /// Decodes some frames of `dimension` values each.
    ///
    /// - Parameter mean: the mean to subtract; nil leaves it to the library, which keeps its own
    ///   over utterances.
    func process(
        _ frames: ArraySlice<mfcc_t>, of dimension: Int, mean: [mfcc_t]?
    ) throws(Problem) {
        // More frames at once than the library's own window would overwrite features that its
        // look-ahead for phonemes still needs (acmod_process_cep in acmod.c).
        let most = 2 * Int(ps_get_feat(decoder).pointee.window_size) + 1
        for start in stride(from: frames.startIndex, to: frames.endIndex, by: most * dimension) {
            if let mean { use(mean) }
            var some = Array(frames[start..<min(start + most * dimension, frames.endIndex)])
            let count = some.count / dimension
            let result = some.withUnsafeMutableBufferPointer { values in
                var rows = (0..<count).map {
                    Optional(values.baseAddress! + $0 * dimension)
                }
                return utter_ps_process(decoder, &rows, Int32(count))
            }
            try check(result)
        }
    }

    /// Makes the decoder subtract this mean from the next frames.
    private func use(_ mean: [mfcc_t]) {
        guard let normalization else { return }
        for (index, value) in mean.enumerated() {
            normalization.pointee.cmn_mean[index] = value
            normalization.pointee.sum[index] = 0
        }
        // The library's own updates of the mean don't count.
        normalization.pointee.nframe = 0
    }

    /// Returns to the model's own mean.
    func forgetMean() {
        if let firstMean { use(firstMean) }
    }

    /// Ends the utterance; afterwards `hypothesis` is final.
    func endUtterance() throws(Problem) {
        let words = found
        try check(utter_ps_end(decoder))
        // If the sound ends within a word, the search for the best path may find no end in the
        // lattice, and returns no words at all (find_end_node in ngram_search.c).
        if found.isEmpty, ps_get_lattice(decoder) == nil { kept = words }
    }

    /// The words of the utterance so far; empty if there are none.
    var hypothesis: String { kept ?? found }

    private var found: String { ps_get_hyp(decoder, nil).map { String(cString: $0) } ?? "" }
    /// The words of an utterance from before its end, which returned none.
    private var kept: String?

    /// Whether the words so far end in a silence of 0.15 s: "<sil>", or before the end of the
    /// utterance "</s>", for which the library looks first (ngram_search_find_exit in
    /// ngram_search.c).
    var endsInSilence: Bool {
        var segment = ps_seg_iter(decoder)
        var isSilence = false
        while let present = segment {
            var (first, last): (Int32, Int32) = (0, 0)
            ps_seg_frames(present, &first, &last)
            let word = String(cString: ps_seg_word(present))
            let isNoWord = word == "</s>" || word.hasPrefix("<sil")
            isSilence = isNoWord && last - first >= 15
            segment = ps_seg_next(present)  // frees it at the end
        }
        return isSilence
    }

    /// A front end with the decoder's parameters.
    func makeFrontEnd() throws(Problem) -> FrontEnd {
        guard let frontEnd = FrontEnd(parameters: ps_get_config(decoder)) else {
            throw Problem("PocketSphinx cannot make its front end", why: Self.lastError)
        }
        return frontEnd
    }

    private func check(_ result: Int32) throws(Problem) {
        if result >= 0 { return }
        if result == Int32(UTTER_PS_LOST) { isLost = true }
        throw Problem(
            "PocketSphinx cannot continue decoding", why: Self.lastError,
            remedy: "Load the model again; if that does not help, try other decoder options.")
    }

    /// The library's message without severity and source line, as one line for a log.
    static var lastError: String {
        let message = String(cString: utter_ps_last_error())
        guard !message.isEmpty else { return "the library gives no reason" }
        // ERROR: "file.c", line 7: what it is about
        let parts = message.split(separator: ": ", maxSplits: 2)
        let words = parts.count == 3 && parts[1].contains("\", line ") ? parts[2] : message[...]
        let line = words.prefix(300).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.filter {
            !$0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }
}

import CPocketSphinx
import PocketSphinxModel
import Problems
import SystemPackage

/// PocketSphinx with its model loaded (`ps_decoder_t`). To be used on one thread.
final class Decoder {
    private let decoder: OpaquePointer
    /// The normalization by the cepstral mean in the decoder; nil for a model that needs none.
    private let normalization: UnsafeMutablePointer<cmn_t>?
    /// The model's own cepstral mean.
    let firstMean: [mfcc_t]?

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
            let pronunciation = name
            try Library.check(
                {
                    Problem(
                        "cannot add the word “\(word)” with the sounds “\(sounds)”", why: $0,
                        remedy: "Write its sounds as the dictionary does: SH IH V AO N")
                },
                { ps_add_word(decoder, pronunciation, sounds, update) })
        }
    }

    /// Loads a model by the library's command line.
    static func load(
        _ arguments: [String], model: FilePath
    ) throws(Problem) -> OpaquePointer {
        let problem = { @Sendable why in
            Problem(
                "cannot load the speech model “\(model)”", why: why,
                remedy: ModelFiles.remedy(for: model), fix: ModelFiles.fix(for: model))
        }
        guard let decoder = Library.call(problem, { load(arguments) }) else {
            throw problem(Library.lastError)
        }
        return decoder
    }

    private static func load(_ arguments: [String]) -> OpaquePointer? {
        var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for string in strings { free(string) } }
        let count = Int32(strings.count)
        guard let config = cmd_ln_parse_r(nil, ps_args(), count, &strings, 1) else { return nil }
        // ps_init keeps its own reference.
        defer { cmd_ln_free_r(config) }
        return ps_init(config)
    }

    deinit { ps_free(decoder) }

    /// The number of states of the quick search: it takes half the time of the full one, and makes
    /// seven more errors in a hundred words.
    private static let quickStates = 1000
    private var isQuick = false

    /// The name of the search that ps_init makes (PS_DEFAULT_SEARCH, in a private header).
    private static let fullSearch = "_default"
    private static let quickSearch = "quick"

    /// Switches following utterances to the quick search, with more wrong words, or the full one.
    /// Call it between utterances.
    ///
    /// The quick search is made when it is needed (0.3 s and 45 MB for Debian's English model),
    /// since the beams of a search can't be changed, and freed when the full search is restored.
    func search(quickly: Bool) throws(Problem) {
        guard quickly != isQuick else { return }
        isQuick = quickly
        if quickly {
            try check { addQuickSearch() }
            try check { ps_set_search(decoder, Self.quickSearch) }
        } else {
            try check { ps_set_search(decoder, Self.fullSearch) }
            try check { ps_unset_search(decoder, Self.quickSearch) }
        }
    }

    /// A search reads its beams from the configuration when it is made.
    private func addQuickSearch() -> Int32 {
        let config = ps_get_config(decoder)
        let all = cmd_ln_int_r(config, "-maxhmmpf")
        cmd_ln_set_int_r(config, "-maxhmmpf", Self.quickStates)
        defer { cmd_ln_set_int_r(config, "-maxhmmpf", all) }
        return ps_set_lm(decoder, Self.quickSearch, ps_get_lm(decoder, Self.fullSearch))
    }

    /// Begins an utterance, which must be ended.
    func startUtterance() throws(Problem) {
        kept = nil
        try check { ps_start_utt(decoder) }
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
            try check {
                some.withUnsafeMutableBufferPointer { values in
                    var rows = (0..<count).map {
                        Optional(values.baseAddress! + $0 * dimension)
                    }
                    return ps_process_cep(decoder, &rows, Int32(count), 0, 0)
                }
            }
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
        try check { ps_end_utt(decoder) }
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
            throw Problem("PocketSphinx cannot make its front end", why: Library.lastError)
        }
        return frontEnd
    }

    private func check(_ call: () -> Int32) throws(Problem) {
        try Library.check(
            {
                Problem(
                    "PocketSphinx cannot continue decoding", why: $0,
                    remedy:
                        "Load the model again; if that does not help, try other decoder options."
                )
            }, call)
    }
}

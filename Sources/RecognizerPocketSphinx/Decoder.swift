import CPocketSphinx
import CPocketSphinxGuard
import Dictation
import SystemPackage
import Synchronization

/// PocketSphinx with its model loaded (`ps_decoder_t`). It belongs to one thread.
///
/// What it hears it remembers: the cepstral mean (the colour of voice and microphone) and the
/// noise are carried from utterance to utterance and from dictation to dictation, which saves a
/// tenth of the wrong words. `ps_start_utt` leaves both alone.
final class Decoder {
    private let decoder: OpaquePointer
    /// The cepstral mean that the model came with.
    private let firstMean: [mfcc_t]
    /// The library gave up within a call: nothing of the decoder may be touched again, so it
    /// stays allocated.
    private var isLost = false

    /// The library allows one model to be loaded at a time (see CPocketSphinxGuard.h).
    private static let loading = Mutex<Void>(())
    private static let captureLog: Void = utter_ps_capture_log()

    /// Loads a model: about 0.3 s and 97 MB for Debian's English one.
    init(_ configuration: PocketSphinxConfiguration) throws(Problem) {
        if let problem = ModelFiles(configuration: configuration).problem { throw problem }
        try ModelContents.check(configuration)
        let loaded = Self.loading.withLock { _ in
            _ = Self.captureLog
            return Self.load(configuration.arguments)
        }
        guard let loaded else {
            throw Problem(
                "cannot load the speech model “\(configuration.model)”", why: Self.lastError,
                remedy: ModelFiles.remedy(for: configuration.model))
        }
        decoder = loaded.decoder
        let mean = ps_get_feat(decoder)?.pointee.cmn_struct
        firstMean = mean.map {
            Array(UnsafeBufferPointer(start: $0.pointee.cmn_mean, count: Int($0.pointee.veclen)))
        } ?? []
        try add(configuration.words)
    }

    private func add(_ words: [String: String]) throws(Problem) {
        let words = words.sorted { $0.key < $1.key }
        for (number, (word, sounds)) in words.enumerated() {
            // A further pronunciation is a word of its own there: "read(2)".
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
        // @unchecked: nothing but the receiving thread has the pointer.
        let decoder: OpaquePointer
    }

    private static func load(_ arguments: [String]) -> Loaded? {
        var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for string in strings { free(string) } }
        guard let config = utter_ps_config(Int32(strings.count), &strings) else { return nil }
        // ps_init keeps a reference of its own.
        defer { cmd_ln_free_r(config) }
        return utter_ps_load(config).map(Loaded.init)
    }

    deinit {
        if !isLost { ps_free(decoder) }
    }

    /// Begins an utterance. Each utterance has to be ended.
    func startUtterance() throws(Problem) {
        try check(utter_ps_start(decoder))
    }

    /// Decodes some samples (16 kHz mono).
    func process(_ samples: UnsafeBufferPointer<Int16>) throws(Problem) {
        try check(utter_ps_process(decoder, samples.baseAddress, samples.count))
    }

    /// Ends the utterance; `hypothesis` is final then.
    func endUtterance() throws(Problem) {
        try check(utter_ps_end(decoder))
    }

    /// Whether the last samples were speech.
    var isInSpeech: Bool { ps_get_in_speech(decoder) != 0 }

    /// The words of the utterance as understood so far; empty if there are none.
    var hypothesis: String { ps_get_hyp(decoder, nil).map { String(cString: $0) } ?? "" }

    /// Returns to what was known of voice, microphone and noise when the model was loaded.
    /// Between utterances only.
    func forgetVoice() {
        ps_start_stream(decoder)  // the noise
        guard let mean = ps_get_feat(decoder)?.pointee.cmn_struct else { return }
        for (index, value) in firstMean.enumerated() {
            mean.pointee.cmn_mean[index] = value
            mean.pointee.sum[index] = 0
        }
        mean.pointee.nframe = 0
    }

    private func check(_ result: Int32) throws(Problem) {
        if result >= 0 { return }
        if result == Int32(UTTER_PS_LOST) { isLost = true }
        throw Problem(
            "PocketSphinx cannot go on decoding", why: Self.lastError,
            remedy: "Load the model again; if that does not help, try other decoder options.")
    }

    /// The library's own words without its severity and source line, fit for one line of a log.
    private static var lastError: String {
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

import Problems

/// The decoder's options from the library's list (`ps_args`): checked here because the library
/// prints its whole help to standard error if one is wrong.
package enum DecoderOption {
    /// Throws if the option doesn't exist, can't be set by the user, or its value is of the wrong
    /// type.
    static func check(_ name: String, _ value: String) throws(Problem) {
        let what = "cannot set PocketSphinx's option “\(name)”"
        if let reason = reserved[name] {
            throw Problem(what, why: reason, remedy: "Remove it.")
        }
        guard let kind = kinds[name] else {
            let nearest = nearestName(to: name).map { "Did you mean “\($0)”?" }
            throw Problem(
                what, why: "it has no option of that name",
                remedy: nearest ?? "See the manual page pocketsphinx_continuous(1).")
        }
        guard let wanted = mismatch(value, kind) else { return }
        throw Problem(what, why: "“\(value)” is not \(wanted)", remedy: "Give it \(wanted).")
    }

    /// The values in `feat.params` must be of the right type too; names that the library doesn't
    /// know are for other programs. Throws the description of the first error.
    static func check(featureParameters text: String) throws(WrongParameters) {
        let lines = text.split(whereSeparator: \.isNewline)
            .filter { $0.first { !$0.isWhitespace } != "#" }
        let words = lines.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init)
        for start in stride(from: 0, to: words.count, by: 2) {
            let word = words[start]
            guard word.hasPrefix("-") else {
                throw WrongParameters(description: "“\(word.prefix(40))” is not an option")
            }
            guard start + 1 < words.count else {
                throw WrongParameters(description: "the value of “\(word)” is missing")
            }
            guard let kind = kinds[String(word.dropFirst())] else { continue }
            if let wanted = mismatch(words[start + 1], kind) {
                throw WrongParameters(
                    description: "the value of “\(word)” is not \(wanted)")
            }
        }
    }

    struct WrongParameters: Error {
        let description: String
    }

    /// The kind of value that would be right, or nil if the value is right.
    private static func mismatch(_ value: String, _ kind: Kind) -> String? {
        switch kind {
        case .wholeNumber: Int32(value) == nil ? "a whole number" : nil
        case .number: Double(value)?.isFinite == true ? nil : "a number"
        // The library only checks the first letter; a typing error would count as yes or no.
        case .yesOrNo:
            ["yes", "no", "true", "false", "1", "0"].contains(value) ? nil : "yes or no"
        case .text: value.isEmpty ? "a text" : nil
        }
    }

    /// The type of an option's value (ARG_… in cmd_ln.h).
    package enum Kind: Sendable {
        case wholeNumber, number, yesOrNo, text
    }

    /// The options of `ps_args` in version 0.8+5prealpha (cmdln_macro.h). Written down here because
    /// only `utter-speech` links the library; a test compares them with its own.
    package static let kinds: [String: Kind] = {
        var kinds: [String: Kind] = [:]
        for (kind, names) in [
            (Kind.wholeNumber, wholeNumbers), (.number, numbers), (.yesOrNo, flags), (.text, texts),
        ] {
            for name in names.split(whereSeparator: \.isWhitespace) { kinds[String(name)] = kind }
        }
        return kinds
    }()

    private static let wholeNumbers = """
        aw ceplen debug ds frate fwdflatefwid fwdflatsfwin kws_delay latsize ldadim lifter
        maxhmmpf maxwpf min_endfr ncep nfft nfilt pl_window seed topn vad_postspeech
        vad_prespeech vad_startspeech
        """
    private static let numbers = """
        agcthresh alpha ascale beam bestpathlw fillprob fwdflatbeam fwdflatlw fwdflatwbeam
        kws_plp kws_threshold logbase lowerf lpbeam lponlybeam lw mixwfloor nwpen pbeam pip
        pl_beam pl_pbeam pl_pip pl_weight samprate silprob tmatfloor upperf uw vad_threshold
        varfloor wbeam wip wlen
        """
    private static let flags = """
        allphone_ci backtrace bestpath compallsen dictcase dither doublebw fsgusealtpron
        fsgusefiller fwdflat fwdtree logspec mmap remove_dc remove_noise remove_silence
        round_filters smoothspec unit_area varnorm verbose
        """
    private static let texts = """
        agc allphone cmn cmninit dict fdict feat featparams fsg hmm input_endian jsgf keyphrase
        kws lda lm lmctl lmname logfn mdef mean mfclogdir mixw mllr rawlogdir sendump senlogdir
        senmgau svspec tmat topn_beam toprule transform var warp_params warp_type
        """

    /// Options that only this program may set, each with the reason.
    private static let reserved: [String: String] = {
        var reserved = [
            "hmm": "the model's directory has its own setting",
            "dict": "the dictionary has its own setting",
            "lm": "the language model has its own setting",
            "logfn": "the library's errors go to this program's log",
            "samprate": "audio always comes at 16000 samples a second",
            "input_endian": "audio always comes in this machine's byte order",
            "latsize": "this program makes room for the longest utterance",
        ]
        for name in ["mdef", "mean", "var", "tmat", "mixw", "sendump", "senmgau", "featparams"] {
            reserved[name] = "the file comes from the model's directory"
        }
        for name in ["jsgf", "fsg", "kws", "keyphrase", "allphone", "lmctl"] {
            reserved[name] = "dictation is decoded with a language model"
        }
        return reserved
    }()

    private static func nearestName(to name: String) -> String? {
        Spelling.nearest(to: name, among: kinds.keys.filter { reserved[$0] == nil }.sorted())
    }
}

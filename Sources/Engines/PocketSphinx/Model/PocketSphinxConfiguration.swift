public import Problems
public import SpeechWorkerProtocol
public import SystemPackage

/// The model that PocketSphinx loads, and the options for decoding.
public struct PocketSphinxConfiguration: Hashable, Sendable {
    /// The directory of the acoustic model (`-hmm`): `mdef`, `means`, `variances`,
    /// `transition_matrices`, `feat.params`, and `sendump` or `mixture_weights`.
    public let model: FilePath
    /// The pronunciation of each word (`-dict`).
    public let dictionary: FilePath
    /// The language model (`-lm`): binary, or ARPA text.
    public let languageModel: FilePath
    /// The decoder's other parameters, by their names in pocketsphinx_continuous(1) without the
    /// dash: the defaults, overridden by the user's.
    public let options: [String: String]

    /// Words to add to the dictionary, in lower case, with their sounds.
    public let words: [String: String]
    public var limits = WorkerLimits()

    /// The best options for real speech at their cost: half the time of the library's defaults, a
    /// sixth fewer wrong words, and some hundredths of a second of work left when the speaker stops
    /// (Benchmarks/recognition). The second pass, fwdflat, corrects one of fifty wrong words, but
    /// takes 0.2 to 0.7 s at the end of a sentence; a wider search costs less and corrects more.
    /// The library's own pbeam (1e-48), wbeam (7e-29) and topn (4) cost a quarter more without any
    /// benefit. More than one frame of looking ahead for sounds (pl_window, 5) corrected nothing: those
    /// frames are left to decode when the sound ends, at up to 10 ms each.
    public static let defaultOptions = [
        "fwdflat": "no", "lw": "5.5", "maxhmmpf": "4500", "maxwpf": "20", "pbeam": "1e-44",
        "pl_window": "1", "topn": "3", "wbeam": "1e-25",
    ]

    /// Debian's English model.
    public static let standard = PocketSphinxConfiguration(
        model: standardDirectory.appending("en-us"),
        dictionary: standardDirectory.appending("cmudict-en-us.dict"),
        languageModel: standardDirectory.appending("en-us.lm.bin"), words: [:],
        checkedOptions: defaultOptions)

    /// Where Debian's package `pocketsphinx-en-us` has its files.
    private static let standardDirectory: FilePath = "/usr/share/pocketsphinx/model/en-us"

    /// A configuration; nil for the standard path.
    ///
    /// - Parameters:
    ///   - words: words to add, with their sounds in the dictionary's notation: `["Siobhan": "SH IH
    ///     V AO N"]`. For a word that the dictionary has, this is another pronunciation. The model
    ///     only knows lower case, and no spaces.
    ///   - options: by name, with or without the leading dash. They replace options of the same
    ///     name in ``defaultOptions``.
    /// - Throws: a problem that names the option that doesn't exist, has a value of the wrong
    ///   type, or isn't the user's to set. Files are not looked at.
    public init(
        model: FilePath? = nil, dictionary: FilePath? = nil, languageModel: FilePath? = nil,
        words: [String: String] = [:], options: [String: String] = [:]
    ) throws(Problem) {
        var all = Self.defaultOptions
        // Sorted: of several errors, the same one is always reported.
        for (key, value) in options.sorted(by: { $0.key < $1.key }) {
            let name = key.hasPrefix("-") ? String(key.dropFirst()) : key
            try DecoderOption.check(name, value)
            all[name] = value
        }
        self.init(
            model: model ?? Self.standard.model,
            dictionary: dictionary ?? Self.standard.dictionary,
            languageModel: languageModel ?? Self.standard.languageModel,
            words: Dictionary(
                words.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
            checkedOptions: all)
    }

    private init(
        model: FilePath, dictionary: FilePath, languageModel: FilePath, words: [String: String],
        checkedOptions: [String: String]
    ) {
        self.model = model
        self.dictionary = dictionary
        self.languageModel = languageModel
        self.words = words
        options = checkedOptions
    }

    /// The model's language as a BCP 47 tag, from the name of its directory or of the one above
    /// (`en-us` is `en-US`); `und` (undetermined) if neither is a language's name.
    public var locale: String {
        let names = model.components.suffix(2).reversed()
        return names.lazy.compactMap { Self.languageTag($0.string) }.first ?? "und"
    }

    private static func languageTag(_ name: String) -> String? {
        let parts = name.split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard (1...2).contains(parts.count), (2...3).contains(parts[0].count),
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isLetter } })
        else { return nil }
        let language = parts[0].lowercased()
        guard parts.count == 2 else { return language }
        return parts[1].count == 2 ? "\(language)-\(parts[1].uppercased())" : nil
    }

    /// Whether the cepstral mean is computed here. Setting the library's own option for it switches
    /// to the library's way.
    package var followsVoice: Bool { options["cmn"] == nil }

    /// For how many word ends the library has room from the start: more than there are in 30 s, the
    /// longest utterance. It makes more when it has none left, but ends the process if it is asked for
    /// words while the last place is just taken (`assert` in `ngram_search_find_exit`,
    /// ngram_search.c). Of the 58 MB those pages are in memory that are used.
    private static let wordEnds = 500_000

    /// The library's command line.
    package var arguments: [String] {
        ["-hmm", model.string, "-dict", dictionary.string, "-lm", languageModel.string]
            + ["-latsize", "\(Self.wordEnds)"]
            + options.sorted { $0.key < $1.key }.flatMap { ["-\($0.key)", $0.value] }
    }
}

// For the process that runs the engine.
extension PocketSphinxConfiguration {
    /// The name in the configuration, and in the table of `utter-speech`.
    package static let engine = "pocketsphinx"

    package var inWorker: EngineConfiguration {
        var values = [
            "model": model.string, "dictionary": dictionary.string,
            "language_model": languageModel.string,
        ]
        for (name, value) in options { values["option \(name)"] = value }
        for (word, sounds) in words { values["word \(word)"] = sounds }
        return EngineConfiguration(
            engine: Self.engine, model: model.string, values: values,
            readable: [model.string, dictionary.string, languageModel.string])
    }

    /// Reads a configuration that ``inWorker`` made.
    package init(_ worker: EngineConfiguration) throws(Problem) {
        func all(_ prefix: String) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: worker.values.filter { $0.key.hasPrefix(prefix) }
                    .map { (String($0.key.dropFirst(prefix.count)), $0.value) })
        }
        try self.init(
            model: worker.values["model"].map { FilePath($0) },
            dictionary: worker.values["dictionary"].map { FilePath($0) },
            languageModel: worker.values["language_model"].map { FilePath($0) },
            words: all("word "), options: all("option "))
    }
}

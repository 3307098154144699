public import Problems
public import SpeechWorkerProtocol
public import SystemPackage

/// A phrase that is listened for, and the model that knows its sounds.
///
/// A short phrase is heard in other words: over 7.4 minutes of recorded speech, one of 5 sounds was
/// found 5 times and one of 7 sounds 7 times, phrases of 10 to 17 never.
public struct PhraseConfiguration: Hashable, Sendable {
    /// The acoustic model.
    public let model: FilePath
    /// The words of the phrase, in lower case, with their sounds: `HH EY`.
    public let words: [Word]
    public var limits = WorkerLimits()

    public struct Word: Hashable, Sendable {
        public let word: String
        public let sounds: String
    }

    /// How many sounds a phrase may have.
    public static let sounds = 10...30
    /// How many words.
    public static let wordCount = 2...6

    /// - Parameters:
    ///   - phrase: the words, in any case.
    ///   - configuration: a model with its dictionary, and the user's own words.
    /// - Throws: what to choose instead of the phrase, or what is missing.
    public init(
        _ phrase: String, _ configuration: PocketSphinxConfiguration
    ) throws(Problem) {
        let names = phrase.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        let what = "cannot listen for “\(phrase)”"
        guard Self.wordCount.contains(names.count) else {
            throw Problem(
                what, why: "it has \(Self.count(names.count, "word"))", remedy: Self.advice)
        }
        let known = try PronunciationDictionary(path: configuration.dictionary)
            .sounds(of: Set(names))
        var words: [Word] = []
        for name in names {
            guard let sounds = configuration.words[name] ?? known[name] else {
                throw Problem(
                    what, why: "the dictionary doesn't know “\(name)”",
                    remedy: "Choose other words, such as “hey computer”, or write its sounds in"
                        + " [text.words] as the dictionary does: \(name) = \"SH IH V AO N\"")
            }
            words.append(Word(word: name, sounds: sounds))
        }
        self.init(model: configuration.model, words: words)
        guard Self.sounds.contains(soundCount) else {
            let why =
                soundCount < Self.sounds.lowerBound
                ? "its \(soundCount) sounds would be heard in other words"
                : "it has \(soundCount) sounds, more than anybody says in one breath"
            throw Problem(what, why: why, remedy: Self.advice)
        }
    }

    private init(model: FilePath, words: [Word]) { (self.model, self.words) = (model, words) }

    private static let advice =
        "Choose two to six words with \(sounds.lowerBound) to"
        + " \(sounds.upperBound) sounds together, such as “hey computer”, “okay typewriter” or"
        + " “open microphone”."

    private static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// The sounds of all words.
    package var soundCount: Int {
        words.reduce(0) { $0 + $1.sounds.split(separator: " ").count }
    }

    /// The phrase in the dictionary's words.
    public var phrase: String { words.map(\.word).joined(separator: " ") }

    /// The library's command line. The threshold is the one for 10 sounds, 1e-40, which found the
    /// most among those without a false alarm; each sound more makes the phrase as much less
    /// probable. Every second frame is scored: that costs 1.7 % of a core instead of 2.8 %, and
    /// found 66 instead of 69 of 140 phrases in noise.
    package var arguments: [String] {
        ["-hmm", model.string, "-ds", "2", "-kws_threshold", "1e-\(4 * soundCount)"]
    }
}

// For the process that runs the engine.
extension PhraseConfiguration {
    /// The name in the table of `utter-speech`.
    package static let engine = "pocketsphinx-phrase"

    package var inWorker: EngineConfiguration {
        var values = ["model": model.string]
        for (number, word) in words.enumerated() {
            values["word \(number)"] = word.word
            values["sounds \(number)"] = word.sounds
        }
        return EngineConfiguration(
            engine: Self.engine, model: model.string, values: values, readable: [model.string])
    }

    /// Reads a configuration that ``inWorker`` made.
    package init(_ worker: EngineConfiguration) throws(Problem) {
        var words: [Word] = []
        while let word = worker.values["word \(words.count)"],
            let sounds = worker.values["sounds \(words.count)"]
        {
            words.append(Word(word: word, sounds: sounds))
        }
        self.init(model: FilePath(worker.model), words: words)
    }

    /// The missing part of the model, if its files show that.
    public var problem: Problem? {
        do throws(Problem) {
            try ModelFiles.checkAcoustics(model)
            return nil
        } catch {
            return error
        }
    }
}

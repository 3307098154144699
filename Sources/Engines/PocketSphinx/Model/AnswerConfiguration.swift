public import Problems
public import SpeechWorkerProtocol
public import SystemPackage

/// Some answers to a question, one of which is listened for, and the model that knows their sounds.
public struct AnswerConfiguration: Hashable, Sendable {
    /// The acoustic model, of English.
    public let model: FilePath
    /// The answers, such as `try again`: words in lower case.
    public let answers: [String]
    /// The sounds of each word.
    let sounds: [String: String]
    public var limits = WorkerLimits()

    /// - Parameters:
    ///   - answers: words of the dictionary, in lower case; one answer at least.
    ///   - configuration: a model of English with its dictionary.
    /// - Throws: what is missing, or which word the dictionary doesn't know.
    public init(
        _ answers: [String], _ configuration: PocketSphinxConfiguration
    ) throws(Problem) {
        let words = Set(answers.flatMap(Self.words))
        let sounds = try PronunciationDictionary(path: configuration.dictionary).sounds(of: words)
        if let unknown = words.subtracting(sounds.keys).min() {
            throw Problem(
                "cannot listen for an answer", why: "the dictionary doesn't know “\(unknown)”")
        }
        self.init(model: configuration.model, answers: answers, sounds: sounds)
    }

    private init(model: FilePath, answers: [String], sounds: [String: String]) {
        (self.model, self.answers, self.sounds) = (model, answers, sounds)
    }

    private static func words(_ answer: String) -> [String] {
        answer.split(separator: " ").map(String.init)
    }

    // MARK: What the library gets

    package var arguments: [String] { ["-hmm", model.string] }

    /// The words of the grammar with their sounds: the words of the answers, and a word for each
    /// sound of English.
    package var vocabulary: [(word: String, sounds: String)] {
        sounds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            + Self.sounds.map { (Self.other($0), $0) }
    }

    /// One of the answers, or any sounds (JSGF): what is said otherwise must not be taken for the
    /// nearest answer.
    ///
    /// The weight of a sound decides between the two. 1e-17 takes 34 of the 36 answers to four
    /// questions of setup that four synthetic voices gave. Of 97 utterances of other speech in 70
    /// recordings it takes none for “yes” or “no”, and 3 for “go on” (now “continue”) or
    /// “try again”.
    package var grammar: String {
        let others = Self.sounds.map { "/1e-17/ \(Self.other($0))" }.joined(separator: " | ")
        return """
            #JSGF V1.0;
            grammar answers;
            public <heard> = \(answers.joined(separator: " | ")) | <other>+;
            <other> = \(others);

            """
    }

    private static func other(_ sound: String) -> String { "other_\(sound.lowercased())" }

    /// The sounds of the CMU Pronouncing Dictionary.
    private static let sounds = """
        AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W \
        Y Z ZH
        """.split(separator: " ").map(String.init)
}

// For the process that runs the engine.
extension AnswerConfiguration {
    /// The name in the table of `utter-speech`.
    package static let engine = "pocketsphinx-answers"

    package var inWorker: EngineConfiguration {
        var values = ["model": model.string]
        for (number, answer) in answers.enumerated() { values["answer \(number)"] = answer }
        for (word, sounds) in sounds { values["sounds \(word)"] = sounds }
        return EngineConfiguration(
            engine: Self.engine, model: model.string, values: values, readable: [model.string])
    }

    /// Reads a configuration that ``inWorker`` made.
    package init(_ worker: EngineConfiguration) throws(Problem) {
        var answers: [String] = []
        while let answer = worker.values["answer \(answers.count)"] { answers.append(answer) }
        let words = Set(answers.flatMap(Self.words))
        var sounds: [String: String] = [:]
        for word in words { sounds[word] = worker.values["sounds \(word)"] }
        guard !answers.isEmpty, sounds.count == words.count else {
            throw Problem("cannot listen for an answer", why: "its words or sounds are missing")
        }
        self.init(model: FilePath(worker.model), answers: answers, sounds: sounds)
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

import Dictation
import Problems
import RecognizerTranscribeCpp
import SystemPackage
import TestSupport
import Testing
import TranscribeCppDecoding
import TranscribeCppFiles

/// Against the real library, with a model that understands two tones.
@Suite(
    .needs("\(realLibrary)/libtranscribe.so", package: "none: packaging/get-transcribe fetches it"))
struct RealTranscribeTests {
    private let tone = ToneModel.tone

    @Test(arguments: [TranscribeCppConfiguration.Mode.offline, .stream])
    func understandsTones(_ mode: TranscribeCppConfiguration.Mode) throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(model, mode: mode)
        for _ in 1...2 {
            let events = try transcribing.dictate(ToneModel.sentence)
            #expect(events.utterances == ["Low high", "high"], "\(events)")
            #expect(events.first == .speechStarted)
            #expect(events.filter { $0 == .speechEnded }.count == 2)
            #expect(!events.partials.isEmpty)
            #expect(events.partials.allSatisfy { "Low high".hasPrefix($0) || $0 == "high" })
        }
    }

    @Test func wordsComeWhileOneSpeaks() throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(model, mode: .offline)
        let sound = tone(0, 0.5) + tone(300, 1.2) + tone(3000, 1.2) + tone(300, 1.2)
        let events = try transcribing.dictate(sound)
        // How many depends on how busy the machine is.
        #expect(!events.partials.isEmpty)
        #expect(events.partials.allSatisfy { "Low high Low".hasPrefix($0) }, "\(events)")
        #expect(Set(events.partials).count == events.partials.count)
        #expect(events.utterances == ["Low high Low"])
        // Where sound waits, it comes first.
        let late = try transcribing.dictate(sound, waiting: 16_000)
        #expect(late.partials == [])
        #expect(late.utterances == ["Low high Low"])
    }

    @Test func wordsHaveTheirTimes() throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(model, mode: .offline)
        let words = try transcribing.dictate(ToneModel.sentence).words
        try #require(words.map(\.text) == ["Low", "high", "high"])
        for (word, start) in zip(words, [500, 1200, 3300]) {
            let range = Duration.milliseconds(start - 200) ... .milliseconds(start + 300)
            #expect(range.contains(word.start), "\(word)")
            #expect(word.end >= word.start)
            #expect((0...1).contains(word.confidence))
        }
    }

    /// Thirty seconds without a pause: one cut, on a slow computer six.
    @Test(arguments: [0.01, 0.5]) func longSpeechIsJoinedAtItsCuts(_ factor: Double) throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(model, mode: .offline, factor: factor)
        let pair = tone(300, 0.75) + tone(3000, 0.75)
        let sound = tone(0, 0.5) + Array(repeatElement(pair, count: 20).joined()) + tone(0, 1)
        let events = try transcribing.dictate(sound, waiting: 16_000)
        let expected = Array(repeating: "Low high", count: 20).joined(separator: " ")
        #expect(events.utterances == [expected])
        #expect(events.words.count == 40)
        #expect(zip(events.words, events.words.dropFirst()).allSatisfy { $0.start < $1.start })
    }

    @Test(arguments: [TranscribeCppConfiguration.Mode.offline, .stream])
    func silenceHasNoWords(_ mode: TranscribeCppConfiguration.Mode) throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(model, mode: mode)
        for sound in [tone(0, 3), [], [Int16](repeating: 0, count: 50_000)] {
            let events = try transcribing.dictate(sound)
            #expect(events == [])
        }
    }

    /// At each question of the library in turn a computation ends; the next dictation is whole.
    @Test(arguments: [TranscribeCppConfiguration.Mode.offline, .stream])
    func isAbortedAnywhere(_ mode: TranscribeCppConfiguration.Mode) throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(model, mode: mode)
        var aborted = 0
        for questions in 0..<12 {
            transcribing.abortion.abort(after: questions)
            let events = try transcribing.dictate(ToneModel.sentence)
            transcribing.abortion.abort(after: nil)
            if events.utterances != ["Low high", "high"] { aborted += 1 }
            #expect(["Low high", "high"].starts(with: events.utterances), "\(events)")
            let next = try transcribing.dictate(ToneModel.sentence)
            #expect(next.utterances == ["Low high", "high"])
        }
        #expect(aborted > 0)
    }

    @Test func aDictationMayBeginInTheMidstOfAnother() throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(model, mode: .stream)
        try transcribing.engine.begin(at: 0)
        try transcribing.feed(tone(0, 0.3) + tone(300, 2))
        let events = try transcribing.dictate(ToneModel.sentence)
        #expect(events.utterances == ["Low high", "high"])
    }

    @Test func languagesAreGivenInTheModelsForm() throws {
        var header = ToneGGUF.Header()
        header.languages = ["de", "en"]
        let model = try ToneGGUF("two", header)
        #expect(throws: Never.self) { try Transcribing(model, mode: .offline) }
        let configuration = TranscribeCppConfiguration(
            library: realLibrary, model: TranscribeCppModel(FilePath(model.path)),
            language: LanguageTag("fr"))
        let problem = #expect(throws: Problem.self) { try Transcribing(configuration) }
        #expect(problem?.why == "it understands de, en")
    }

    @Test func whatTheModelCannotDoIsSaidOnce() throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(
            TranscribeCppConfiguration(
                library: realLibrary, model: TranscribeCppModel(FilePath(model.path)), threads: 1,
                device: .gpu, words: ["Kubernetes", "utter"]))
        let warnings = try transcribing.dictate(ToneModel.sentence).warnings
        #expect(
            warnings.map(\.what) == [
                "the speech model “tones” runs on the processor",
                "“Tones” doesn't listen for words of yours",
            ])
        let later = try transcribing.dictate(ToneModel.sentence).warnings
        #expect(later == [])
    }

    @Test(arguments: [0.1, 0.21, 3]) func slownessIsSaid(_ factor: Double) throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(model, mode: .automatic, factor: factor)
        let warnings = try transcribing.dictate(ToneModel.sentence).warnings
        let whys = [0.1: [], 0.21: ["0.3"], 3: ["3.0"]][factor, default: []]
        #expect(warnings.map(\.why) == whys.map { "a second of speech takes it \($0) s" })
        #expect(warnings.allSatisfy { $0.remedy == "" }, "no model is known to be faster")
    }

    /// A second of sound takes 0.5 s: a model that is twice as fast would still be slow.
    @Test(arguments: [false, true]) func aModelThatShouldBeFastEnoughIsNamed(
        isInstalled: Bool
    ) throws {
        let model = try ToneGGUF()
        var configuration = TranscribeCppConfiguration(
            library: realLibrary, model: TranscribeCppModel(FilePath(model.path)),
            language: LanguageTag("en-US"))
        configuration.faster = [("twice", 2), ("thrice", 3), ("ten", 10)].map { name, factor in
            FasterModel(name: name, factor: factor, isInstalled: isInstalled)
        }
        let warnings = try Transcribing(configuration, factor: 0.5)
            .dictate(ToneModel.sentence).warnings
        let use = "utter config set recognizer.transcribe-cpp.model thrice"
        #expect(
            warnings.map(\.remedy) == [
                "“thrice” should be fast enough: "
                    + (isInstalled ? use : "utter models install thrice && \(use)")
            ])
    }

    @Test func theSpeedIsMeasured() throws {
        let model = try ToneGGUF()
        let transcribing = try Transcribing(model, mode: .automatic, factor: nil)
        let events = try transcribing.dictate(ToneModel.sentence)
        #expect(events.utterances == ["Low high", "high"])
    }

    @Test func aModelForAnotherTaskIsRefused() throws {
        var header = ToneGGUF.Header()
        header.architecture = "whisper"
        let model = try ToneGGUF("other", header)
        let problem = #expect(throws: Problem.self) { try Transcribing(model, mode: .offline) }
        #expect(problem?.what == "cannot load the speech model “\(model.path)”")
    }

    @Test func aMissingLibraryIsSaid() throws {
        let model = try ToneGGUF()
        let folder = try ScratchDirectory("transcribe")
        let configuration = TranscribeCppConfiguration(
            library: FilePath(folder.path), model: TranscribeCppModel(FilePath(model.path)))
        let early = try #require(configuration.libraryProblem)
        #expect(
            early.what
                == "cannot open the library of transcribe.cpp “\(folder.path)/libtranscribe.so”")
        #expect(early.why == "No such file or directory")
        let problem = #expect(throws: Problem.self) { try Transcribing(configuration) }
        #expect(problem?.what == "cannot open the library of transcribe.cpp in “\(folder.path)”")
        #expect(problem?.why.contains("cannot open shared object file") == true)
    }
}

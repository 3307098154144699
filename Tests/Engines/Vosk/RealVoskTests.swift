import Dictation
import LinuxRuntime
import Problems
import RecognizerVosk
import SpeechWorker
import TestSupport
import Testing

/// Against the real library, with a model that understands two tones.
@Suite(.runningLoop, .needs(realLibrary, package: "none: packaging/get-vosk fetches it"))
struct RealVoskTests {
    @EventLoopActor @Test func understandsAModelOfTones() async throws {
        let model = try ToneModel()
        let dictating = try Dictating(realLibrary, model)
        defer { dictating.recognizer.close() }
        #expect(dictating.recognizer.availability() == .available)
        #expect(dictating.recognizer.supportedLocales == ["en-US"])
        for dictation in 1...2 {
            try await dictating.dictate(ToneModel.sentence)
            let utterances = Array(repeating: ["low high", "high"], count: dictation)
            #expect(
                dictating.listener.utterances == utterances.flatMap(\.self),
                "\(dictating.listener.events)")
        }
        #expect(
            dictating.listener.partials
                == ["low", "low high", "high", "low", "low high", "high"])

        let words = dictating.listener.events.compactMap {
            if case .words(let words) = $0 { words } else { nil }
        }
        try #require(words.count == 4)
        for words in [words[0], words[2]] {
            #expect(words.map(\.text) == ["low", "high"])
            // Frames are 30 ms long, and each word includes the pause before it.
            #expect((.milliseconds(400) ... .milliseconds(600)).contains(words[0].start))
            #expect((.milliseconds(900) ... .milliseconds(1200)).contains(words[0].end))
            #expect((.milliseconds(1700) ... .milliseconds(1900)).contains(words[1].end))
            #expect(words.allSatisfy { (0.9...1).contains($0.confidence) })
        }
    }

    @EventLoopActor @Test func isCancelledInMidWord() async throws {
        let dictating = try Dictating(realLibrary, try ToneModel())
        defer { dictating.recognizer.close() }
        dictating.recognizer.begin()
        dictating.recognizer.feed(ToneModel.tone(3000, 1))
        try await waitUntil("it is understood") { dictating.recognizer.unheard == 0 }
        dictating.recognizer.cancel()
        let tone = ToneModel.tone
        try await dictating.dictate(tone(0, 0.5) + tone(300, 0.5) + tone(0, 0.2))
        try await dictating.dictate([])
        #expect(dictating.listener.utterances == ["low"], "\(dictating.listener.events)")
    }

    /// What is broken, and how it is reported: by a check of the files, or by the library.
    @EventLoopActor
    @Test(arguments: [
        ("am/final.mdl", nil, "its “am/final.mdl”: No such file or directory"),
        ("am/final.mdl", 0, "its “am/final.mdl” is empty"),
        ("am/final.mdl", 700, "Vosk refuses it"),
        ("conf/mfcc.conf", nil, "its “conf/mfcc.conf”: No such file or directory"),
        ("conf/model.conf", nil, "its “conf/model.conf”: No such file or directory"),
        ("graph/HCLG.fst", nil, "its “graph/HCLG.fst”: No such file or directory"),
        ("graph/HCLG.fst", 0, "its “graph/HCLG.fst” is empty"),
        ("graph/HCLG.fst", 3, "its “graph/HCLG.fst” isn't a graph of OpenFst's"),
        ("graph/HCLG.fst", 20, "Vosk refuses it"), ("graph/HCLG.fst", 150, "Vosk refuses it"),
        ("graph/words.txt", nil, "Vosk refuses it"),
    ])
    func aBrokenModelIsRefused(_ file: String, _ length: Int?, _ why: String) async throws {
        let model = try ToneModel()
        if let length { try model.truncate(file, to: length) } else { try model.remove(file) }
        let dictating = try Dictating(realLibrary, model)
        defer { dictating.recognizer.close() }
        try await dictating.prepared()
        let problem = try #require(dictating.listener.problem)
        #expect(problem.what.contains("“\(model.path)”"))
        #expect(problem.why.hasPrefix(why), "\(problem)")
    }

    @EventLoopActor @Test func aWrongModelIsRefused() async throws {
        for (file, text) in [
            ("am/final.mdl", "\0Bnonsense"), ("conf/mfcc.conf", "--nonsense=1\n"),
            ("conf/mfcc.conf", "--num-ceps=20\n"), ("conf/model.conf", "nonsense\n"),
            ("graph/phones/word_boundary.int", "a b c\n"), ("graph/words.txt", "a b c\n"),
        ] {
            let model = try ToneModel()
            try model.write(text, to: file)
            let dictating = try Dictating(realLibrary, model)
            defer { dictating.recognizer.close() }
            try await dictating.prepared()
            #expect(dictating.listener.problem != nil, "\(file): \(text)")
        }
    }
}

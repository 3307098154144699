import Dictation
import Models
import SystemPackage
import TestSupport
import Testing

/// What is recommended, and how fast it may be.
struct RecommendationTests {
    @Test(arguments: [
        ("en", 2, "parakeet-tdt_ctc-110m"), ("en", 4, "parakeet-tdt_ctc-110m"),
        ("en-GB", 8, "parakeet-unified-en-0.6b"), ("en", 64, "parakeet-unified-en-0.6b"),
        ("de", 4, "canary-180m-flash"), ("fr", 2, "canary-180m-flash"),
        ("es-MX", 8, "canary-180m-flash"),
        // It can be told the language; Parakeet, which errs less, guesses it.
        ("it", 8, "nemotron-3.5-asr-streaming-0.6b-q4"),
        ("sl", 8, "parakeet-tdt-0.6b-v3"), ("ca", 8, "whisper-small"), ("ca", 4, "whisper-base"),
    ])
    func fitsLanguageAndCores(_ language: String, _ cores: Int, _ name: String) throws {
        let tag = try #require(LanguageTag(language))
        let model = ModelCatalogue.recommended(for: tag, ComputerSpeed(cores: cores))
        #expect(model?.name == name)
    }

    @Test func thereMayBeNone() throws {
        let tag = try #require(LanguageTag("tlh"))
        #expect(ModelCatalogue.recommended(for: tag, ComputerSpeed(cores: 8)) == nil)
    }

    @Test(arguments: [(1, 1.125), (4, 4.5), (8, 9), (32, 9), (0, 1.125)])
    func theEstimateGoesByCoresUpToEight(_ cores: Int, _ speed: Double) throws {
        let model = try #require(ModelCatalogue.model(named: "parakeet-tdt-0.6b-v3"))
        #expect(ComputerSpeed(cores: cores).estimate(for: model) == speed)
    }

    @Test func whatNobodyPublishedIsNotEstimated() throws {
        for name in ["whisper-base", "parakeet-primeline"] {
            let model = try #require(ModelCatalogue.model(named: name))
            #expect(ComputerSpeed(cores: 8).estimate(for: model) == nil)
        }
    }

    /// Two cores with two threads each; one that is off has no topology.
    @Test func threadsOfOneCoreCountOnce() throws {
        let folder = try ScratchDirectory("utter-processors")
        for (number, siblings) in ["0,2", "1,3", "0,2", "1,3"].enumerated() {
            let name = "cpu\(number)/topology/thread_siblings_list"
            try folder.makeFolders(for: name)
            try folder.write(siblings + "\n", to: name)
        }
        try folder.makeFolders(for: "cpu4/x")
        try folder.makeFolders(for: "cpufreq/x")
        #expect(ComputerSpeed(folder: folder.path).cores == 2)
    }

    @Test(arguments: [
        ("parakeet-tdt_ctc-110m", "en", 2, "canary-180m-flash"),
        ("canary-180m-flash", "en", 8, "parakeet-unified-en-0.6b"),
        ("parakeet-unified-en-0.6b", "en", 8, "cohere-transcribe-03-2026"),
        ("cohere-transcribe-03-2026", "en", 8, nil),
        // What is better doesn't keep up.
        ("canary-180m-flash", "de", 2, nil),
        ("canary-180m-flash", "de", 8, "cohere-transcribe-03-2026"),
        // Nobody has published figures of it.
        ("parakeet-primeline", "de", 8, "canary-180m-flash"),
    ])
    func theNextBetterKeepsUp(
        _ model: String, _ language: String, _ cores: Int, _ name: String?
    ) throws {
        let folder = try ScratchDirectory("utter-models")
        let better = ModelCatalogue.better(
            than: try #require(ModelCatalogue.model(named: model)),
            for: try #require(LanguageTag(language)), ComputerSpeed(cores: cores),
            notIn: ModelStore(folder: FilePath(folder.path)))
        #expect(better?.name == name)
    }

    @Test func thisComputerHasSome() {
        #expect(ComputerSpeed().cores >= 1)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (198_506_848, "198.5 MB"),
        (999_999_999, "999.9 MB"), (1_558_162_944, "1.5 GB"),
    ])
    func sizesAreShort(_ bytes: Int, _ text: String) {
        #expect("\(ByteCount(bytes))" == text)
    }
}

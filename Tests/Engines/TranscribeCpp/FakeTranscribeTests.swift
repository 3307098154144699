import Dictation
import LinuxRuntime
import Problems
import RecognizerTranscribeCpp
import SystemPackage
import TestSupport
import Testing
import TranscribeCppFiles

/// Against a strict fake, for what the real library can't be brought to do.
@Suite(.runningLoop) struct FakeTranscribeTests {
    /// faketranscribe.c as a library, which exists as long as this object, and an engine of it.
    @EventLoopActor
    private final class Fake {
        private let folder: ScratchDirectory
        private let model: ToneGGUF
        var configuration: TranscribeCppConfiguration

        /// - Parameter options: for the compiler.
        init(_ options: String..., header: ToneGGUF.Header = ToneGGUF.Header()) async throws {
            folder = try ScratchDirectory("faketranscribe")
            model = try ToneGGUF("fake", in: folder.path, header)
            let tests = FilePath("\(#filePath)").removingLastComponent()
            let shim = tests.appending("../../../Sources/C/CTranscribe")
            let run = try await ProgramRun(
                [
                    "cc", "-shared", "-fPIC", "-Wall", "-I\(shim)", "-I\(shim)/include", "-o",
                    folder.path("libtranscribe.so"),
                ] + options + [tests.appending("faketranscribe.c").string])
            try #require(run.status == .exited(0), "\(run.errors)")
            configuration = TranscribeCppConfiguration(
                library: FilePath(folder.path), model: TranscribeCppModel(FilePath(model.path)),
                threads: 1)
        }

        func transcribing() throws(Problem) -> Transcribing { try Transcribing(configuration) }
    }

    private static let speech =
        ToneModel.tone(0, 0.5) + ToneModel.tone(300, 3)
        + ToneModel.tone(0, 1)

    @EventLoopActor
    @Test(arguments: [
        (#"-DVERSION="0.5.0""#, "it is version 0.5.0, and 0.4.1 is needed"),
        ("-DWORD_BYTES=56", "its structure transcribe_word has 56 bytes, not 48"),
        ("-DWHISPER_BYTES=88", "its structure transcribe_whisper_run_ext has 88 bytes, not 80"),
        ("-DLACKS", "it has no function transcribe_stream_feed"),
        ("-DNO_BACKENDS", "ggml finds no part for this processor: backend error"),
    ])
    func anotherLibraryIsRefused(_ option: String, _ why: String) async throws {
        let fake = try await Fake(option)
        let problem = #expect(throws: Problem.self) { try fake.transcribing() }
        #expect(problem?.why == why)
        #expect(problem?.what.hasPrefix("cannot use the library of transcribe.cpp in “") == true)
    }

    /// Of a Whisper, whose words at higher temperatures would be others each time; what can't have been
    /// said in the sound isn't taken for words either. The fake checks what it is told.
    @EventLoopActor
    @Test(arguments: [
        ("It was a whole sentence.", ["It was a whole sentence."]),
        ((100...160).map { "word\($0)" }.joined(separator: " "), []),
    ])
    func aWhisperHasOneTemperature(_ text: String, _ utterances: [String]) async throws {
        let fake = try await Fake("-DWHISPER", #"-DTEXT="\#(text)""#)
        #expect(try fake.transcribing().dictate(Self.speech).utterances == utterances)
    }

    /// The fake checks what it is told.
    @EventLoopActor @Test func aWhisperTranslates() async throws {
        var header = ToneGGUF.Header()
        (header.architecture, header.languages) = ("whisper", ["en", "de"])
        header.translates = true
        let fake = try await Fake(
            "-DWHISPER", "-DTRANSLATES", #"-DLANGUAGE="de""#, #"-DTEXT="Good morning.""#,
            header: header)
        fake.configuration.language = LanguageTag("de")
        fake.configuration.translates = true
        let known = try TranscribeCppConfiguration(json: fake.configuration.json)
        #expect(known.translates && known.problem == nil)
        #expect(try fake.transcribing().dictate(Self.speech).utterances == ["Good morning."])
    }

    @EventLoopActor @Test func aModelThatCannotTranslateIsRefused() async throws {
        var header = ToneGGUF.Header()
        header.languages = ["en", "de"]
        header.translates = true
        let fake = try await Fake(header: header)
        fake.configuration.translates = true
        let problem = #expect(throws: Problem.self) { try fake.transcribing() }
        #expect(problem?.why == "only Whisper models that know several languages do")
        #expect(problem == fake.configuration.problem)
    }

    @EventLoopActor @Test func aStreamThatLostWordsIsRunAtOnce() async throws {
        let cases = [("Yes", "It was a whole sentence."), ("A whole one", "A whole one")]
        for (text, expected) in cases {
            let fake = try await Fake(
                "-DSTREAM", #"-DSTREAM_TEXT="\#(text)""#, #"-DTEXT="It was a whole sentence.""#)
            let transcribing = try fake.transcribing()
            let events = try transcribing.dictate(Self.speech)
            #expect(events.partials == [text])
            #expect(events.utterances == [expected])
        }
    }

    /// After stop, only what the last run has not heard is run.
    @EventLoopActor @Test func whatWasHeardIsNotRunAgain() async throws {
        let fake = try await Fake("-DCOUNTS")
        let transcribing = try fake.transcribing()
        let speech = ToneModel.tone(0, 0.5) + ToneModel.tone(300, 3.5)
        let paused = try transcribing.dictate(speech + ToneModel.tone(0, 0.4))
        #expect(!paused.partials.isEmpty)
        #expect(paused.utterances == Array(paused.partials.suffix(1)))
        let ended = try transcribing.dictate(speech + ToneModel.tone(0, 2))
        #expect(ended.utterances == Array(ended.partials.suffix(1)))
        let stopped = try transcribing.dictate(speech, last: ToneModel.tone(300, 0.3))
        #expect(stopped.utterances.count == 1)
        #expect(stopped.utterances != Array(stopped.partials.suffix(1)))
        // A fast feeder leaves no time: each segment is run once.
        let hurried = try transcribing.dictate(speech + ToneModel.tone(0, 2), waiting: 16_000)
        #expect(hurried.partials == [])
        #expect(hurried.utterances.count == 1)
    }

    /// Nobody keeps the sound of a long silence.
    @EventLoopActor @Test func silenceIsSettledEveryFiveSeconds() async throws {
        let fake = try await Fake(#"-DTEXT="Well""#)
        let transcribing = try fake.transcribing()
        let second = AudioFormat.rate
        for _ in 1...2 {
            let events = try transcribing.dictate(ToneModel.tone(0, 30) + Self.speech)
            let settled = events.prefix { $0 != .speechStarted }.compactMap { event -> Int? in
                if case .settled(let samples) = event { samples } else { nil }
            }
            #expect((4...6).contains(settled.count), "\(settled)")
            for (last, next) in zip([0] + settled, settled + [30 * second]) {
                #expect(next - last <= 7 * second, "\(settled)")
            }
            #expect(settled.allSatisfy { $0 < 31 * second })
            #expect(events.utterances == ["Well"])
        }
    }

    @EventLoopActor @Test func aLoopOfTheLibrarysIsCut() async throws {
        let fake = try await Fake("-DSTATUS=19", #"-DTEXT="Well yes yes yes yes yes yes yes""#)
        let transcribing = try fake.transcribing()
        let events = try transcribing.dictate(Self.speech, waiting: 16_000)
        #expect(events.utterances == ["Well yes"])
    }

    @EventLoopActor @Test func aFailureIsReported() async throws {
        let fake = try await Fake("-DSTATUS=8")
        for waiting in [0, 16_000] {
            let transcribing = try fake.transcribing()
            let problem = #expect(throws: Problem.self) {
                try transcribing.dictate(Self.speech, waiting: waiting)
            }
            #expect(problem?.why == "backend error", "not what the log says: that may quote speech")
        }
    }

    @EventLoopActor @Test func segmentsAreNoLongerThanTheModelTakes() async throws {
        let fake = try await Fake("-DLONGEST=10000", #"-DTEXT="Word by word""#)
        let transcribing = try fake.transcribing()
        let events = try transcribing.dictate(ToneModel.tone(0, 0.5) + ToneModel.tone(300, 40))
        #expect(events.utterances.count == 1)
    }

    @EventLoopActor @Test func languageAndWordsAreGivenEachTime() async throws {
        var header = ToneGGUF.Header()
        (header.languages, header.languagePrompt) = (["en-US", "de-DE"], ["en-US", "de-DE"])
        for options in [["-DSTREAM"], []] {
            let fake = try await Fake(
                #"-DLANGUAGE="de-DE""#, "-DVOCABULARY=2", #"-DTEXT="Wie gesagt""#,
                #"-DSTREAM_TEXT="Wie gesagt""#, options.first ?? "-DNO_STREAM", header: header)
            fake.configuration.language = LanguageTag("de")
            fake.configuration.words = ["Kubernetes", "Größe"]
            let transcribing = try fake.transcribing()
            let events = try transcribing.dictate(Self.speech)
            #expect(events.utterances == ["Wie gesagt"])
            #expect(events.warnings == [])
        }
    }
}

import Dictation
import Foundation
import GGUF
import Glibc
import LinuxRuntime
import Problems
import RecognizerTranscribeCpp
import SpeechSegments
import SpeechWorker
import SpeechWorkerProtocol
import SystemPackage
import TestSupport
import Testing
import TextProcessing

@testable import TranscribeCppDecoding
@testable import TranscribeCppFiles

/// The speech model that comes with utter, made by `make` (packaging/whisper-model).
private let bundledModel = realLibrary.removingLastComponent().appending(
    "models/whisper-tiny.en.gguf")

private let recordings = "/usr/share/pocketsphinx/test/data/librivox"

/// Against the real library with real weights: Whisper tiny.en.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)),
    .needs("\(bundledModel)", package: "none: packaging/whisper-model makes it"),
    .needs("\(voiceNetwork)", package: "none: packaging/get-voice-network fetches it"),
    .needs(recordings, package: "pocketsphinx-testdata"), .needs("flite", package: "flite"))
struct WhisperTests {
    private static let configuration = TranscribeCppConfiguration(
        library: realLibrary, model: TranscribeCppModel(bundledModel),
        language: LanguageTag("en"), threads: 2, mode: .offline, voice: voiceNetwork)

    /// - Parameter seconds: of a run, as if measured.
    private func transcribing(
        _ configuration: TranscribeCppConfiguration = configuration, seconds: Double = 0.5
    ) throws(Problem) -> Transcribing {
        try Transcribing(configuration, factor: seconds)
    }

    // MARK: Words

    /// Five sentences of a novel, read: 71 words.
    private func spoken() throws -> [(said: String, samples: [Int16])] {
        let lines = try String(contentsOfFile: "\(recordings)/transcription", encoding: .utf8)
        return try lines.split(separator: "\n").map { line in
            // <s> words </s> (name)
            let words = line.split(separator: " ").dropFirst()
            let name = words.last!.dropFirst().dropLast()
            let bytes = try Data(contentsOf: URL(filePath: "\(recordings)/\(name).wav"))
            return (
                words.dropLast(2).joined(separator: " "),
                WaveBytes.samples(of: [UInt8](bytes))
            )
        }
    }

    private func letters(_ text: String) -> [String] {
        text.lowercased().replacing("mr.", with: "mister").replacing("mrs.", with: "missus")
            .split(separator: " ").map { $0.filter { $0.isLetter || $0 == "'" } }
            .filter { !$0.isEmpty }
    }

    private func text(_ events: [RecognizerEvent]) -> String {
        events.utterances.joined(separator: " ")
    }

    /// How many words are wrong: the edit distance.
    private func errors(_ heard: [String], _ said: [String]) -> Int {
        var row = Array(0...said.count)
        for (place, word) in heard.enumerated() {
            var corner = row[0]
            row[0] = place + 1
            for (index, other) in said.enumerated() {
                let next = min(row[index] + 1, row[index + 1] + 1, corner + (word == other ? 0 : 1))
                (corner, row[index + 1]) = (row[index + 1], next)
            }
        }
        return row[said.count]
    }

    @Test func understandsReadSpeech() throws {
        let transcribing = try transcribing()
        var (wrong, count) = (0, 0)
        for (said, samples) in try spoken() {
            let heard = text(try transcribing.dictate(samples, waiting: 16_000))
            wrong += errors(letters(heard), letters(said))
            count += letters(said).count
            #expect(
                heard.first?.isUppercase == true && heard.last?.isPunctuation == true, "\(heard)")
        }
        #expect(count > 70)
        #expect(wrong <= count / 10, "\(wrong) of \(count)")
    }

    @EventLoopActor
    @Test(arguments: ["slt", "rms"]) func understandsSyntheticVoices(_ voice: String) async throws {
        let sentence = "The weather will be fine tomorrow, and we want to walk to the river."
        let file = try await SpokenFile(sentence, voice: voice)
        let samples = WaveBytes.samples(of: [UInt8](try Data(contentsOf: URL(filePath: file.path))))
        let heard = text(try transcribing().dictate(samples, waiting: 16_000))
        #expect(errors(letters(heard), letters(sentence)) <= 1, "\(heard)")
    }

    /// Until it is told otherwise.
    @EventLoopActor @Test func aNameIsWrittenAsItStandsBeforeTheCursor() async throws {
        let file = try await SpokenFile("The Kubernetes cluster was down for an hour.")
        let samples = WaveBytes.samples(of: [UInt8](try Data(contentsOf: URL(filePath: file.path))))
        let transcribing = try transcribing()
        for context in [nil, "We run everything on Kubernetes now.", nil] {
            let heard = text(
                try transcribing.dictate(
                    samples, waiting: 16_000, expected: ExpectedSpeech(context: context)))
            #expect(heard.contains("Kubernetes cluster was down") == (context != nil), "\(heard)")
        }
    }

    /// A title has ordinary words with capitals, too: none of those is put in for another.
    @EventLoopActor @Test func aNameIsWrittenAsItStandsInTheTitle() async throws {
        let transcribing = try transcribing()
        for (said, title, name) in [
            (
                "The Kubernetes cluster was down for an hour.", ["Kubernetes", "Mozilla"],
                "Kubernetes"
            ),
            ("We should ask Anneliese about the budget.", ["Anneliese", "Signal"], "Anneliese"),
            ("They deported him in winter.", ["Report", "Writer"], "deported"),
        ] {
            let samples = try await sound(said, "rms")
            for names in [[], title] {
                let heard = text(
                    try transcribing.dictate(samples, expected: ExpectedSpeech(names: names)))
                #expect(heard.contains(name) == (name == "deported" || !names.isEmpty), "\(heard)")
            }
        }
    }

    /// With the words of the user's; ordinary speech is as it was, whatever sounds like them.
    @EventLoopActor @Test func aNameOfTheUsersIsWrittenAsTheyWriteIt() async throws {
        var configuration = Self.configuration
        configuration.words = ["Siobhan", "Anneliese", "Wojciech", "baker", "kubectl"]
        let (plain, told) = (try transcribing(), try transcribing(configuration))
        for (said, name) in [
            ("Please send the agenda to Shivawn before noon.", "Siobhan"),
            ("We should ask Anneliese about the budget.", "Anneliese"),
        ] {
            let samples = try await sound(said, "rms")
            #expect(!text(try plain.dictate(samples)).contains(name))
            let heard = text(try told.dictate(samples))
            #expect(heard.contains(name) && heard.last == ".", "\(heard)")
            #expect(letters(heard).count == letters(said).count, "\(heard)")
        }
        let samples = try await sound("The Kubernetes cluster was near Shivawn.", "slt")
        let heard = text(
            try told.dictate(
                samples, expected: ExpectedSpeech(context: "We run everything on Kubernetes now.")))
        #expect(heard.contains("Kubernetes") && heard.contains("Siobhan"), "\(heard)")
        for said in ["You can shave on Sunday.", "The backer of the film was there."] {
            let samples = try await sound(said, "slt")
            #expect(text(try told.dictate(samples)) == text(try plain.dictate(samples)))
        }
        for (_, samples) in try spoken() {
            let events = try told.dictate(samples, waiting: 16_000)
            #expect(text(events) == text(try plain.dictate(samples, waiting: 16_000)))
            #expect(events.warnings == [])
        }
    }

    @Test func aSlowModelTakesNoWords() throws {
        var configuration = Self.configuration
        configuration.words = ["Siobhan"]
        let events = try transcribing(configuration, seconds: 1.5)
            .dictate([Int16](repeating: 0, count: 1600))
        #expect(
            events.warnings.map(\.why)
                == ["a second run for them would take too long on this computer"])
        let what = events.warnings.first?.what ?? ""
        #expect(what.hasPrefix("“Whisper tiny.en” "), "\(what)")
    }

    // MARK: Windows

    /// Which costs less, and understands the same.
    @EventLoopActor @Test func aShortSoundIsRunInAShorterWindow() async throws {
        let header = try Self.configuration.model.header
        guard let window = ShortWindow(of: Self.configuration.model, header) else {
            Issue.record("there is no shorter window")
            return
        }
        #expect(try header.window == 15 && GGUFHeader(of: window.path).window == 10)
        let (whole, copy) = (try bytes(bundledModel), try bytes(window.path))
        #expect(zip(whole, copy).count { $0 != $1 } <= 3 * 4 && whole.count == copy.count)

        let short = try TranscribeModel(Self.configuration, language: "en", from: window.path)
        let session = try WindowedSession(
            TranscribeModel(Self.configuration, language: "en"), short: short, threads: 2
        ) { false }
        let said = try await sound("He is not here today.", "slt")
        for (samples, isShort) in [
            (said, true), (said + [Int16](repeating: 0, count: ShortWindow.longest), false),
        ] {
            let sound = SegmentSound(samples: samples, start: 0, voiced: said.count)
            let (outcome, words) = try session.words(in: sound, after: nil)
            #expect(
                outcome == .done && letters(words.text) == ["he", "is", "not", "here", "today"])
            #expect(session.whole.text.isEmpty == isShort)
        }
    }

    private func bytes(_ path: FilePath) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path.string)))
    }

    // MARK: Phrases alone

    private static let told = ExpectedSpeech(
        phrases: TextProcessor(TextOptions()).phrasesAlone)

    @EventLoopActor
    private func sound(_ words: String, _ voice: String) async throws -> [Int16] {
        let file = try await SpokenFile(words, voice: voice)
        let bytes = try Data(contentsOf: URL(filePath: file.path))
        return WaveBytes.samples(of: [UInt8](bytes))
    }

    /// Whether the text comes at a pause that ends the utterance, or at the end of the dictation, with
    /// time for partial runs or not.
    @EventLoopActor
    @Test(arguments: [
        ("colon", "slt"), ("undo that", "slt"), ("undo that", "awb"),
    ])
    func aPhraseAloneIsHeard(_ phrase: String, _ voice: String) async throws {
        let transcribing = try transcribing()
        let silence = [Int16](repeating: 0, count: 8000)
        let samples = silence + (try await sound(phrase, voice))
        let plain = text(try transcribing.dictate(samples + silence, waiting: 16_000))
        #expect(letters(plain).joined(separator: " ") != phrase, "nothing is shown by this")
        let pause = [Int16](repeating: 0, count: 32_000)
        for (sound, waiting) in [
            (samples, 16_000), (samples + silence, 0), (samples + pause, 16_000),
            (samples + pause, 0),
        ] {
            let events = try transcribing.dictate(sound, waiting: waiting, expected: Self.told)
            #expect(events.utterances == [phrase], "\(sound.count), \(waiting)")
        }
    }

    @EventLoopActor
    @Test(arguments: [
        "yes", "stop", "seven", "maybe", "london", "We have to stop.", "The door is open.",
        "He broke a column.",
    ])
    func ordinaryWordsStayWords(_ words: String) async throws {
        let transcribing = try transcribing()
        let silence = [Int16](repeating: 0, count: 8000)
        for voice in ["slt", "rms"] {
            let samples = silence + (try await sound(words, voice)) + silence
            let plain = try transcribing.dictate(samples).utterances
            #expect(try transcribing.dictate(samples, expected: Self.told).utterances == plain)
        }
    }

    /// In a sentence the model hears them as it did.
    @EventLoopActor @Test func aPhraseInASentenceIsNotRunAgain() async throws {
        let samples = try await sound("The colon is a part of the body, and a mark.", "slt")
        let transcribing = try transcribing()
        let plain = try transcribing.dictate(samples).utterances
        #expect(try transcribing.dictate(samples, expected: Self.told).utterances == plain)
    }

    /// A model takes 224 tokens; some scripts have several for a letter.
    @EventLoopActor @Test(arguments: ["Word", "日本語の文X", "\u{1F9EA}X"])
    func aLongContextDoesNoHarm(_ word: String) async throws {
        let sentence = "The weather will be fine tomorrow."
        let file = try await SpokenFile(sentence)
        let samples = WaveBytes.samples(of: [UInt8](try Data(contentsOf: URL(filePath: file.path))))
        let context = String(repeating: word + " ", count: 600)
        let heard = text(
            try transcribing().dictate(
                samples, waiting: 16_000, expected: ExpectedSpeech(context: context)))
        #expect(errors(letters(heard), letters(sentence)) == 0, "\(heard)")
    }

    /// Whatever was run before, and with another number of threads: that adds in another order, on
    /// some processors enough for a hyphen after a word that is cut.
    @Test func theSameSoundHasTheSameWords() throws {
        let samples = try spoken()[1].samples
        // A word alone: of short sound the library makes another text at a higher temperature.
        let short = Array(samples.prefix(24_000))
        for sound in [samples, short] {
            var texts: [String] = []
            for threads in [1, 2, 2] {
                var configuration = Self.configuration
                configuration.threads = threads
                let transcribing = try transcribing(configuration)
                _ = try transcribing.dictate(Array(samples.suffix(32_000)), waiting: 16_000)
                texts.append(text(try transcribing.dictate(sound, waiting: 16_000)))
            }
            #expect(Set(texts.map(letters)).count == 1, "\(texts)")
        }
    }

    @Test func silenceAndNoisesHaveNoWords() throws {
        var random = SplitMix(seed: 39)
        func noise(_ amplitude: Int16, _ seconds: Double) -> [Int16] {
            (0..<Int(16_000 * seconds)).map { _ in
                .random(in: -amplitude...amplitude, using: &random)
            }
        }
        let click = noise(20_000, 0.02) + noise(30, 0.5)
        let sounds: [String: [Int16]] = [
            "nothing": [], "zeros": [Int16](repeating: 0, count: 80_000), "faint": noise(3, 5),
            "hiss": noise(300, 5), "loud hiss": noise(10_000, 5), "tone": ToneModel.tone(440, 4),
            "clicks": Array(repeatElement(click, count: 8).joined()),
        ]
        let transcribing = try transcribing()
        for (name, sound) in sounds {
            let events = try transcribing.dictate(sound)
            #expect(events.utterances == [] && events.partials == [], "\(name): \(events)")
        }
    }

    /// The detection of speech, too: −65 dBFS is less than what an ordinary microphone gives of a
    /// whisper.
    @Test func quietSpeechIsHeard() throws {
        let (said, samples) = try spoken()[4]
        let loudness =
            (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count))
            .squareRoot()
        let factor = 32_768 * pow(10, -65.0 / 20) / loudness
        let quiet = samples.map { Int16((Double($0) * factor).rounded()) }
        let heard = text(try transcribing().dictate(quiet, waiting: 16_000))
        #expect(errors(letters(heard), letters(said)) <= 3, "\(heard)")
    }

    /// Longer than the model's window: it is cut where one speaks, and joined.
    @Test func longSpeechWithoutAPauseIsWhole() throws {
        let all = try spoken()
        var sound: [Int16] = []
        var said: [String] = []
        // Without the quiet of their beginnings and ends, and what pauses they have cut short.
        for (words, samples) in all + all[..<2] {
            said += letters(words)
            sound += withoutPauses(samples)
        }
        try #require(sound.count > 25 * 16_000)
        let events = try transcribing().dictate(sound, waiting: 16_000)
        let heard = letters(text(events))
        #expect(errors(heard, said) <= said.count / 5, "\(heard)")
        #expect(events.utterances.count <= 3, "\(events.utterances)")
    }

    /// Pieces of 100 ms within 25 dB of the loudest.
    private func withoutPauses(_ samples: [Int16]) -> [Int16] {
        let pieces = stride(from: 0, to: samples.count - 1600, by: 1600).map {
            Array(samples[$0..<$0 + 1600])
        }
        let loudest = pieces.map { AudioLevel(of: $0).value }.max() ?? 0
        return pieces.filter { AudioLevel(of: $0).value > loudest - 25.0 / 60 }.flatMap { $0 }
    }

    // MARK: Runs

    /// A run whose words are shown is ended when the dictation ends with more speech, and isn't
    /// begun when the end is known; one that has all speech is the last one.
    @Test func theEndIsNotKeptWaiting() throws {
        let samples = try spoken()[4].samples
        let transcribing = try transcribing()
        let whole = text(try transcribing.dictate(samples, waiting: 16_000))
        let (start, rest) = (Array(samples.prefix(40_000)), Array(samples.dropFirst(40_000)))
        func dictate(last: [Int16], known questions: Int) throws -> [RecognizerEvent] {
            try transcribing.engine.begin(at: 0)
            try transcribing.feed(start, waiting: 16_000)
            transcribing.abortion.end(with: last, after: questions)
            defer { transcribing.abortion.end(with: nil) }
            var events: [RecognizerEvent] = []
            transcribing.engine.keepUp(waiting: 0) { events.append($0) }
            #expect(events.partials.isEmpty == !last.isEmpty, "\(events)")
            try transcribing.feed(last, waiting: 16_000)
            try transcribing.engine.finish { events.append($0) }
            return events
        }
        // Asked before the run, and in its midst.
        for questions in [0, 3] {
            #expect(text(try dictate(last: rest, known: questions)) == whole)
        }
        let events = try dictate(last: [], known: 3)
        // Its last word may be cut.
        let words = text(events).split(separator: " ").dropLast()
        #expect(events.partials == [words.joined(separator: " ")])
    }

    @Test func partialRunsUseHalfOfTheProcessors() throws {
        for (threads, partial) in [(1, 1), (64, max(1, Processors.count / 2))] {
            let speed = RecognitionSpeed(
                measured: .init(seconds: 0.5, threads: threads), window: 240_000)
            #expect(speed.partialThreads == partial)
        }
    }

    @Test func theWindowLimitsTheSegments() throws {
        #expect(try Self.configuration.model.header.window == 15)
        let speed = RecognitionSpeed(measured: .init(seconds: 0.5, threads: 2), window: 240_000)
        #expect(speed.limits(longest: nil).longest == 14 * 16_000)
        #expect(speed.limits(longest: 160_000).longest == 9 * 16_000)
    }

    /// By the time of a run, whatever was said, not by a part of it.
    @Test(arguments: [1.9, 2.5]) func theWaitForASentenceIsJudged(_ seconds: Double) throws {
        let events = try transcribing(seconds: seconds).dictate([Int16](repeating: 0, count: 1600))
        #expect(events.warnings.map(\.why) == (seconds > 2 ? ["a sentence takes it 2.5 s"] : []))
        #expect(events.warnings.allSatisfy { $0.remedy.isEmpty }, "there is no smaller one")
    }

    // MARK: In its process

    @EventLoopActor
    private func recognizer(
        _ model: FilePath, _ speeds: KeptSpeeds? = nil, threads: Int? = nil
    ) -> TranscribeCppRecognizer {
        var configuration = Self.configuration
        configuration.model = TranscribeCppModel(model)
        configuration.threads = threads
        return TranscribeCppRecognizer(configuration, speeds: speeds)
    }

    @Test func theSpeedIsMeasured() throws {
        let model = try TranscribeModel(Self.configuration, language: nil)
        for threads in [nil, 1] {
            let speed = try SpeedMeasurement.make(of: model, threads: threads, window: 240_000)
                .speed
            #expect((0.01...60).contains(speed.seconds) && (1...8).contains(speed.threads))
            #expect(threads == nil || speed.threads == threads)
        }
    }

    /// What was measured, a slow speed three times, isn't measured again: what is kept counts, right or
    /// wrong.
    @EventLoopActor @Test func theSpeedIsKept() async throws {
        let speeds = try Speeds()
        let model = TranscribeCppModel(bundledModel)
        #expect(speeds.kept.speed(of: model, threads: nil) == nil)
        for _ in 1...3 {
            speeds.kept.keep(MeasuredSpeed(seconds: 7, threads: 1), of: model, threads: nil)
        }
        speeds.kept.keep(MeasuredSpeed(seconds: 8, threads: 3), of: model, threads: 3)
        #expect(speeds.kept.speed(of: model, threads: 3)?.seconds == 8)
        let recognizer = recognizer(bundledModel, speeds.kept)
        defer { recognizer.close() }
        let listener = RecognitionListener()
        recognizer.prepare { listener.hear($0) }
        recognizer.begin()
        recognizer.feed([Int16](repeating: 0, count: 3200))
        recognizer.finish()
        try await waitUntil("the dictation ends") { listener.isOver }
        #expect(listener.events.warnings.map(\.why) == ["a sentence takes it 7.0 s"])
        #expect(speeds.kept.speed(of: model, threads: nil)?.seconds == 7)
    }

    /// A state directory.
    private final class Speeds {
        private let folder: ScratchDirectory
        let kept: KeptSpeeds

        init() throws {
            let folder = try ScratchDirectory("speeds")
            (self.folder, kept) = (
                folder, KeptSpeeds { $0 == "XDG_STATE_HOME" ? folder.path : nil }
            )
        }
    }

    /// Three parts of a sentence with a second between them: one utterance, whose pauses are known.
    @EventLoopActor @Test func aPauseIsNoSentence() async throws {
        var sound: [Int16] = []
        for part in ["I would like to", "thank you for", "the very nice letter"] {
            let file = try await SpokenFile(part, voice: "slt")
            let bytes = try Data(contentsOf: URL(filePath: file.path))
            sound += WaveBytes.samples(of: [UInt8](bytes)) + [Int16](repeating: 0, count: 16_000)
        }
        let events = try transcribing().dictate(sound)
        #expect(events.utterances.count == 1)
        let text = text(events)
        #expect(
            letters(text).joined(separator: " ")
                == "i would like to thank you for the very nice letter", "\(text)")
        var transcript = Transcript()
        transcript.append(text, times: events.words)
        #expect(transcript.pauses == [0: [4, 7]], "\(events.words)")
    }

    /// A run that began just after the last word has all words before the pause that follows.
    @EventLoopActor @Test func aPauseJustAfterARunIsKnown() async throws {
        let transcribing = try transcribing()
        try transcribing.engine.begin(at: 0)
        for part in ["I would like to", "thank you for", "the very nice letter"] {
            let file = try await SpokenFile(part, voice: "slt")
            let bytes = try Data(contentsOf: URL(filePath: file.path))
            let samples = WaveBytes.samples(of: [UInt8](bytes))
            let end = try #require(samples.lastIndex { $0.magnitude > 500 }) + 1
            try transcribing.feed(Array(samples[..<end]), waiting: 16_000)
            // In these 100 ms the run is made; afterwards nothing is new.
            try transcribing.feed([Int16](repeating: 0, count: TranscribeCppEngine.block))
            try transcribing.feed([Int16](repeating: 0, count: 14_400))
        }
        let events = try transcribing.finish()
        var transcript = Transcript()
        transcript.append(text(events), times: events.words)
        #expect(transcript.pauses == [0: [4, 7]], "\(events)")
    }

    /// A dictation of five sentences with a long pause after each, and the process killed in each.
    @EventLoopActor @Test func killsLoseNoWord() async throws {
        let sentences = try spoken().map { $0.samples + [Int16](repeating: 0, count: 32_000) }
        let speeds = try Speeds()
        speeds.kept.keep(
            MeasuredSpeed(seconds: 0.5, threads: 1), of: TranscribeCppModel(bundledModel),
            threads: nil)
        func dictate(killing: Bool) async throws -> [String] {
            let listener = RecognitionListener()
            let recognizer = recognizer(bundledModel, speeds.kept)
            defer { recognizer.close() }
            recognizer.prepare { listener.hear($0) }
            recognizer.begin()
            for sentence in sentences {
                recognizer.feed(sentence)
                guard killing else { continue }
                try await waitUntil("it decodes") {
                    recognizer.unheard < sentence.count && recognizer.process != nil
                }
                let process = try #require(recognizer.process)
                kill(process, SIGKILL)
                try await waitUntil("another one runs") {
                    recognizer.process != process && recognizer.unheard < 16_000
                }
            }
            recognizer.finish()
            try await waitUntil("the dictation ends") { listener.isOver }
            #expect(listener.problem == nil)
            return listener.utterances
        }
        let expected = try await dictate(killing: false)
        #expect(expected.count >= 5)
        let heard = try await dictate(killing: true)
        // A new process begins with other sound, so one word or the other may be another one.
        let words = letters(expected.joined(separator: " "))
        #expect(
            errors(letters(heard.joined(separator: " ")), words) <= words.count / 10,
            "\(heard), \(expected)")
    }

    /// Cut off, or with other bytes: refused, or with words, but never without an end.
    @EventLoopActor @Test func damagedFilesHaveAnEnd() async throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: bundledModel.string)))
        let folder = try ScratchDirectory("damaged")
        let path = FilePath(folder.path).appending("damaged.gguf")
        var random = SplitMix(seed: 14)
        let sound = Array(try spoken()[4].samples.prefix(48_000))
        for number in 0..<9 {
            var damaged = bytes
            switch number {
            case 0..<3: damaged.removeLast(bytes.count / (number + 2))
            case 3..<7:
                // In the header, which has the first megabyte.
                for _ in 0..<3 { damaged[.random(in: 4..<1_000_000, using: &random)] ^= 0x55 }
            default:
                for _ in 0..<2000 { damaged[.random(in: 4..<bytes.count, using: &random)] ^= 0x55 }
            }
            try Data(damaged).write(to: URL(filePath: path.string))
            let listener = RecognitionListener()
            let recognizer = recognizer(path, threads: 1)
            defer { recognizer.close() }
            recognizer.prepare { listener.hear($0) }
            recognizer.begin()
            recognizer.feed(sound)
            recognizer.finish()
            try await waitUntil("damage \(number) has an end") { listener.isOver }
        }
    }
}

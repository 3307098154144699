import ArgumentParser
import Assembly
import Dictation
import DictationParts
import JSONLines
import LinuxRuntime
import Problems
import Session
import Settings
import TextProcessing

struct TranscribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe", abstract: "Print the text of recorded speech.",
        discussion: """
            Needs no daemon. One line a file, or one JSON object a line. A file that can't be read or \
            recognised is told, and the others follow; the exit status is 1 then.
            """)

    @Option(help: "The recogniser to use, instead of the one configured.")
    var engine: String?

    @Flag(help: "Print the recogniser's own words.")
    var raw = false

    @Flag(help: "Print one JSON object a file.")
    var json = false

    @OptionGroup var configurationFile: ConfigurationFile

    @Argument(
        help: "WAV files of 16 kHz; “-” reads 16 kHz mono s16le samples from standard input.")
    var files: [String]

    func run() throws {
        var settings = try configurationFile.load()
        if let engine { settings.recognizer.engine = engine }
        let processor = raw || settings.text.raw
            ? nil : TextProcessor(try settings.textOptions())
        try EventLoop.shared.run { [files, json, settings] in
            var failures = FileFailures(of: files.count)
            var recognition: Recognition?
            defer { recognition?.recognizer.close() }
            for file in files {
                let sound: Sound
                do throws(Problem) {
                    // Before the model is loaded, so that a wrong name is reported at once.
                    sound = try Sound(file)
                } catch {
                    failures.note(error, file, isNamed: true)
                    continue
                }
                let present = try recognition ?? Recognition(settings)
                recognition = present
                try await present.prepare()
                let transcript: Transcript
                do {
                    transcript = try await present.transcript(of: sound)
                } catch let problem as Problem {
                    failures.note(problem, file, isNamed: sound.problem == problem)
                    continue
                }
                let text = processor?.compose(transcript, after: .unknown).text
                    ?? transcript.text
                let clean = TypableText(cleaning: text, lineBreaks: .keep).string
                let line = Output(
                    file: FileName.shown(file), sound.count, transcript,
                    present.transcription.words, text: clean)
                try printData(json ? JSONLine.text(line) : clean)
            }
            try failures.end()
        }
    }

    /// One recogniser for all the files.
    @EventLoopActor
    private final class Recognition {
        let recognizer: any SpeechRecognizer
        let transcription: FileTranscription
        private var isPrepared = false

        init(_ settings: Settings) throws {
            recognizer = try Registry.recognizer(settings)
            transcription = FileTranscription(recognizer)
            transcription.onWarning = { complain($0) }
        }

        /// Loads the model, again if the last file's recognition failed.
        func prepare() async throws {
            if !isPrepared { try await transcription.prepare() }
            isPrepared = true
        }

        func transcript(of sound: Sound) async throws -> Transcript {
            isPrepared = false
            let transcript = try await transcription.transcribe { try sound.next() }
            isPrepared = true
            return transcript
        }
    }

    /// The samples of a file, or of standard input.
    private final class Sound {
        private enum Source {
            case file(SoundFile)
            case input(SampleInput)
        }

        private var source: Source
        private(set) var count = 0
        /// Why the sound can't be used.
        private(set) var problem: Problem?

        init(_ file: String) throws(Problem) {
            source = file == "-" ? .input(SampleInput()) : .file(try SoundFile(file))
        }

        func next() throws -> [Int16] {
            do {
                let samples: [Int16]
                switch source {
                case .file(let file): samples = try file.next()
                case .input(var input):
                    samples = try input.next()
                    source = .input(input)
                }
                count += samples.count
                return samples
            } catch {
                problem = error as? Problem
                throw error
            }
        }
    }

    /// What `--json` prints.
    private struct Output: Encodable {
        let file: String
        /// The length of the sound in samples.
        let samples: Int
        let text: String
        /// The recogniser's words, one string for each utterance.
        let utterances: [String]
        /// Nil if the engine gives no times of words.
        let words: [Word]?

        struct Word: Encodable {
            let word: String
            /// Seconds from the recording's start.
            let start: Double
            let end: Double
            /// From 0 to 1.
            let confidence: Double
        }

        init(
            file: String, _ samples: Int, _ transcript: Transcript, _ words: [RecognizedWord],
            text: String
        ) {
            self.file = file
            self.samples = samples
            self.text = text
            utterances = transcript.utterances
            self.words = words.isEmpty ? nil : words.map {
                Word(
                    word: $0.text, start: $0.start / .seconds(1), end: $0.end / .seconds(1),
                    confidence: $0.confidence)
            }
        }
    }
}

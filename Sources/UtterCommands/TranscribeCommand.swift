import ArgumentParser
import Dictation
import DictationParts
import LinuxRuntime
import Settings
import TextProcessing
import UtterDaemon

struct TranscribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe", abstract: "Print the text of recorded speech.",
        discussion: "Needs no daemon. One line a file, or one JSON object a line.")

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
            // The first file is read before the model: a wrong name is told at once.
            let first = files[0] == "-" ? nil : try Self.samples(of: files[0])
            let recognizer = try Backends.recognizer(settings)
            let transcription = FileTranscription(recognizer)
            transcription.onWarning = { complain($0) }
            try await transcription.prepare()
            for (number, file) in files.enumerated() {
                let (transcript, count) = try await Self.transcript(
                    of: file, number == 0 ? first : nil, transcription)
                let text = processor?.compose(transcript, after: .unknown).text
                    ?? transcript.text
                let clean = TypableText(cleaning: text, lineBreaks: .keep).string
                let line = Output(
                    file: file, count, transcript, transcription.words, text: clean)
                try printData(json ? JSON.line(line) : clean)
            }
            recognizer.close()
        }
    }

    /// Of a file, whose samples may have been read, and how many samples that was.
    @EventLoopActor private static func transcript(
        of file: String, _ samples: [Int16]?, _ transcription: FileTranscription
    ) async throws -> (Transcript, Int) {
        if file == "-" { return try await streamed(transcription) }
        let samples = if let samples { samples } else { try Self.samples(of: file) }
        return (try await transcription.transcribe(samples), samples.count)
    }

    /// Of standard input, and how many samples that was.
    @EventLoopActor private static func streamed(
        _ transcription: FileTranscription
    ) async throws -> (Transcript, Int) {
        let input = CountedInput()
        let transcript = try await transcription.transcribe { try input.next() }
        return (transcript, input.count)
    }

    private final class CountedInput {
        private var input = SampleInput()
        private(set) var count = 0

        func next() throws -> [Int16] {
            let samples = try input.next()
            count += samples.count
            return samples
        }
    }

    private static func samples(of file: String) throws -> [Int16] {
        try WaveFile.samples(try StandardInput.readFile(file), name: file)
    }

    /// What `--json` prints.
    private struct Output: Encodable {
        let file: String
        /// Of sound.
        let samples: Int
        let text: String
        /// The recogniser's words, one string an utterance.
        let utterances: [String]
        /// Nil where the engine doesn't know their times.
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

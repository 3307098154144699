import ArgumentParser
import Assembly
import Glibc
import LinuxRuntime
import Settings
import TextProcessing

struct TranscribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe", abstract: "Print the text of recorded speech.",
        discussion: """
            Needs no daemon. Takes sound files of any length: WAV, FLAC, Ogg Vorbis, Opus, MP3, \
            AIFF and others, and with ffmpeg M4A and videos, of any sample rate and any number of \
            channels, which are mixed down. \
            A file that can't be read or recognised is reported, and the others follow; the exit \
            status is 1 then. Of a damaged file the text up to the damage is printed. Ctrl-C ends \
            it with the text so far.
            """)

    @Option(help: "The engine to use, instead of the one configured.")
    var engine: EngineName?

    @Flag(help: "Print the engine's own words.")
    var raw = false

    @Flag(help: "Obey “scratch that” and the other commands that delete. (default: they are text)")
    var commands = false

    @Option(
        help: """
            What to write: a line of text a file, a JSON object a file, or subtitles of one file \
            as SRT or WebVTT. (default: text)
            """)
    var format: TranscriptFormat?

    @Flag(help: "The same as --format json.")
    var json = false

    @OptionGroup var configurationFile: ConfigurationFile

    @Argument(
        help: "Sound files; “-” reads 16 kHz mono s16le samples from standard input.",
        completion: .file())
    var files: [String]

    private var chosenFormat: TranscriptFormat { format ?? (json ? .json : .text) }

    func validate() throws {
        if json, chosenFormat != .json {
            throw ValidationError(
                "--json and --format \(chosenFormat.rawValue) exclude each other.")
        }
        if chosenFormat.isSubtitles, files.count > 1 {
            throw ValidationError(
                "Subtitles are for one recording. Write each recording's into its own file: "
                    + "for f in *.mp3; do utter transcribe --format \(chosenFormat.rawValue)"
                    + " \"$f\" >\"${f%.*}.\(chosenFormat.rawValue)\"; done")
        }
    }

    func run() throws {
        var settings = try configurationFile.load()
        if let engine { settings.recognizer.engine = engine.name }
        var options = try settings.withRules(for: settings.chosenEngine).textOptions()
        options.revises = commands
        let processor = raw || settings.text.raw ? nil : TextProcessor(options)
        let ending = Signals.ending
        Signals.block(ending)
        try EventLoop.shared.run { [files, chosenFormat, settings] in
            let recognition = FileRecognition(settings, chosenFormat, processor)
            let work = EventLoop.throwingTask { try await recognition.run(files) }
            var caught: Int32?
            let signals = try ending.map { number in
                try EventLoop.shared.signal(number) {
                    // Anybody who asks twice doesn't want to wait for what was recognised.
                    if caught != nil { _exit(128 + number) }
                    caught = number
                    work.cancel()
                    recognition.interrupt()
                }
            }
            defer { withExtendedLifetime(signals) {} }
            let outcome = await work.result
            if let caught { throw InterruptedBySignal(signal: caught) }
            try outcome.get()
        }
    }
}

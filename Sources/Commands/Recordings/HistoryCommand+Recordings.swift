import ArgumentParser
import AudioALSA
import AudioSamples
import ControlProtocol
import Dictation
import History
import Problems
import SystemPackage

extension HistoryCommand {
    struct Play: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "play", abstract: "Play the recording of a dictation.",
            discussion: "The daemon keeps the recordings of the last dictations in memory until it "
                + "ends: see [history] recordings.")

        @Argument(
            help: "The dictation's number in the list; without it, the last one with a recording.")
        var number: Int?

        func run() throws {
            let problem = ALSAPlayback.play(
                try KeptRecording.samples(number), rate: AudioFormat.rate, on: "default",
                remedy: "utter history save writes it to a file.")
            if let problem { throw problem }
        }
    }

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save", abstract: "Write the recording of a dictation to a WAV file.",
            discussion: "Only you may read the file. “utter transcribe” recognises it again.")

        @Argument(help: "The dictation's number in the list.")
        var number: Int

        @Argument(help: "The file: a new one.", completion: .file(extensions: ["wav"]))
        var file: String

        func run() throws {
            try NewFile.write(
                WaveFile.bytes(of: KeptRecording.samples(number)), to: file,
                permissions: .ownerReadWrite, remedy: "Choose another name.")
        }
    }
}

/// The recordings that the daemon keeps.
private enum KeptRecording {
    /// - Parameter number: the dictation's; nil for the last one that has a recording.
    static func samples(_ number: Int?) throws -> [Int16] {
        let records = try KeptTranscripts.newest(10_000)
        let record = records.first { number == nil ? $0.recording != nil : $0.number == number }
        if let samples = record?.recording.flatMap(DictationSound.init(path:))?.samples,
            !samples.isEmpty
        {
            return samples
        }
        let isUnknown = number != nil && record == nil
        throw Problem(
            "there is no recording" + (number.map { " of dictation \($0)" } ?? ""),
            why: isUnknown
                ? "there is no dictation with this number"
                : "the daemon keeps those of the last ones only, until it ends",
            remedy: isUnknown
                ? "utter history"
                : "[history] recordings says how many are kept. utter history marks them by ♪.")
    }
}

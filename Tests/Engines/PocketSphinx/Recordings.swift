import Dictation
import Glibc
import LinuxRuntime
import PocketSphinxModel
import Problems
import RecognizerPocketSphinx
import SystemPackage
import TestSupport

/// The recordings of Debian's package `pocketsphinx-testdata`: 16 kHz mono, real read speech.
enum Recording: String, CaseIterable, Sendable {
    case sense0870 = "sense_and_sensibility_01_austen_64kb-0870"
    case sense0880 = "sense_and_sensibility_01_austen_64kb-0880"
    case sense0890 = "sense_and_sensibility_01_austen_64kb-0890"
    case sense0920 = "sense_and_sensibility_01_austen_64kb-0920"
    case sense0930 = "sense_and_sensibility_01_austen_64kb-0930"

    static let directory: FilePath = "/usr/share/pocketsphinx/test/data/librivox"

    var path: FilePath { Self.directory.appending("\(rawValue).wav") }

    /// The samples after the header of 44 bytes.
    func samples() throws -> [Int16] {
        Self.samples(of: try contents(of: path).dropFirst(44))
    }

    /// “Go forward ten meters”, which the model recognises without an error.
    static let goForward: FilePath = "/usr/share/pocketsphinx/test/data/goforward.raw"

    /// Little-endian.
    static func samples(of bytes: some Sequence<UInt8>) -> [Int16] {
        let bytes = Array(bytes)
        return stride(from: 0, to: bytes.count & ~1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }
}

extension Recording {
    /// Only the loud parts, and at most `pause` pieces of each pause: pieces of 100 ms within 20 dB
    /// of the loudest are loud.
    func samples(withPausesOf pause: Int) throws -> [Int16] {
        let samples = try samples()
        let pieces = stride(from: 0, to: samples.count - 1600, by: 1600).map {
            samples[$0..<$0 + 1600]
        }
        let loudest = pieces.map { AudioLevel(of: $0).value }.max() ?? 0
        var quiet = 0
        return pieces.filter {
            quiet = AudioLevel(of: $0).value > loudest - 20.0 / 60 ? 0 : quiet + 1
            return quiet <= pause
        }.flatMap { $0 }
    }
}

func contents(of path: FilePath) throws -> [UInt8] {
    let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    return try file.closeAfter { try contents(of: file) }
}

private func contents(of file: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { return bytes }
        bytes += buffer[..<count]
    }
}

/// The lines that the library's own program prints for a recording, with the configuration's
/// parameters.
@EventLoopActor
func wordsOfReferenceProgram(
    _ recording: Recording, _ configuration: PocketSphinxConfiguration = .standard
) async throws -> [String] {
    let arguments =
        [
            "pocketsphinx_continuous", "-infile", recording.path.string, "-logfn", "/dev/null",
            "-hmm", configuration.model.string, "-dict", configuration.dictionary.string,
            "-lm", configuration.languageModel.string,
        ] + configuration.options.flatMap { ["-\($0.key)", $0.value] }
    let run = try await ProgramRun(arguments)
    guard run.status == .exited(0) else {
        throw Problem("pocketsphinx_continuous failed", why: "\(run.status)")
    }
    return run.output.split(separator: "\n").map(String.init)
}

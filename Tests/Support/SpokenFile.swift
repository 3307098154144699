internal import Dictation
public import LinuxRuntime
import Problems

/// A sentence spoken by a synthetic voice, which PocketSphinx understands: a WAV file of 16 kHz,
/// mono. Needs Debian's package flite.
public final class SpokenFile {
    private let file: TemporaryFile
    public var path: String { file.path }

    /// Makes the file.
    ///
    /// - Parameter voice: one of 16 kHz: `slt`, `rms` or `awb`.
    @EventLoopActor
    public init(_ words: String, voice: String = "slt") async throws {
        file = try TemporaryFile()
        let run = try await ProgramRun(["flite", "-voice", voice, "-t", words, "-o", file.path])
        guard run.status == .exited(0) else {
            throw Problem("cannot speak “\(words)”", why: "flite: \(run.status): \(run.errors)")
        }
    }
}

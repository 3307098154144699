import LinuxRuntime
import Problems
import SoundFiles
import SpeechWorker

/// The samples of a file, or of standard input.
@EventLoopActor
final class RecordedSound {
    private enum Source {
        case file(SoundFile)
        case input(SampleInput)
    }

    private let source: Source
    /// The number of samples read so far.
    private(set) var count = 0
    /// Why the sound can't be used, or not all of it.
    private(set) var problem: Problem?

    /// - Parameter file: the name of a file; `-` is standard input.
    init(_ file: String) async throws {
        if file == "-" {
            source = .input(SampleInput())
            return
        }
        guard let program = SpeechProgram.path else {
            throw Problem(
                "cannot read sound files", why: "the program utter-speech is missing",
                remedy: "Install utter again.")
        }
        source = .file(try await SoundFile(file, program: program))
    }

    /// The length in samples, if it is known.
    var length: Int? {
        if case .file(let file) = source { file.length } else { nil }
    }

    /// The next samples; none at the end, which is also where a damaged file breaks off.
    func next() async throws -> [Int16] {
        do {
            let samples =
                switch source {
                case .file(let file): try await file.next()
                case .input(let input): try await input.next()
                }
            count += samples.count
            return samples
        } catch let failure as SoundFileFailure {
            problem = failure.problem
            if failure.isPartial { return [] }
            throw failure.problem
        } catch let problem as Problem {
            self.problem = problem
            throw problem
        }
    }
}

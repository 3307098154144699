import DictationParts
import Glibc
public import LinuxRuntime
public import Problems
import RecognizerPocketSphinx
import RecognizerVosk
public import Session
public import Settings
import SystemPackage

/// Checks a speech model: its files, their checksums if those are known, and whether the engine
/// loads it.
@EventLoopActor
public struct ModelCheck {
    private let model: SpeechModel
    private let settings: Settings

    public init(_ model: SpeechModel, _ settings: Settings) {
        (self.model, self.settings) = (model, settings)
    }

    public func run() async -> [Finding] {
        if let problem = model.problem { return [Finding(model.name, .failure, problem)] }
        return [await sums, await loading].compactMap(\.self)
    }

    /// Lists of checksums: that of Debian's package, with file names relative to the root, and one
    /// beside the model's files.
    private var sumLists: [(program: String, folder: String, list: String)] {
        [
            ("md5sum", "/", "/var/lib/dpkg/info/\(model.engine)-\(model.name).md5sums"),
            ("sha256sum", model.path.string, "\(model.path)/SHA256SUMS"),
        ].filter { access($0.list, R_OK) == 0 }
    }

    private var sums: Finding? {
        get async {
            guard let (program, folder, list) = sumLists.first else {
                return Finding(
                    model.name, .good, "no checksums are known; with a file SHA256SUMS beside its "
                        + "files they are compared")
            }
            do {
                let (status, output) = try await ChildProcess.output(
                    of: [
                        "sh", "-c", "cd \"$1\" && exec \"$2\" --quiet --check \"$3\" 2>&1", "sh",
                        folder, program, list,
                    ], within: .seconds(600))
                if status == .exited(0) {
                    return Finding(model.name, .good, "all checksums of \(list) are right")
                }
                let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
                return Finding(
                    model.name, .failure, lines.prefix(5).joined(separator: "; "),
                    remedy: "Install it anew.")
            } catch {
                return Finding(model.name, .warning, "checksums can't be compared: \(error)")
            }
        }
    }

    private var loading: Finding? {
        get async {
            do {
                let recognizer = try recognizer()
                defer { recognizer.close() }
                let transcription = FileTranscription(recognizer)
                try await transcription.prepare()
                return Finding(model.name, .good, "\(model.engine) loads it")
            } catch let problem as Problem {
                return Finding(model.name, .failure, problem)
            } catch {
                return Finding(model.name, .failure, "\(error)")
            }
        }
    }

    private func recognizer() throws -> any SpeechRecognizer {
        if let folder = PocketSphinxFolder(model.path) {
            return try PocketSphinxRecognizer(
                PocketSphinxConfiguration(
                    model: folder.model, dictionary: folder.dictionary,
                    languageModel: folder.languageModel))
        }
        let libraries = settings.voskLibraries()
        return try VoskRecognizer(
            VoskConfiguration(libraries: libraries, model: VoskModel(model.path)))
    }
}

extension Settings {
    /// Why Vosk's library can't be used; nil if it can.
    public var voskLibraryProblem: Problem? {
        VoskConfiguration(libraries: voskLibraries(), model: VoskModel("/")).libraryProblem
    }

    /// Paths and names where Vosk's library may be.
    func voskLibraries(
        environment: (String) -> String? = Settings.environment
    ) -> [String] {
        if let library = recognizer.voskLibrary { return [library] }
        let own = BaseDirectory.data.path(environment).map { "\($0)/libvosk.so" }
        return [own, "libvosk.so"].compactMap(\.self)
    }
}

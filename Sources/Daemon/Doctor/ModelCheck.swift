import DictationParts
import EngineRegistry
import Glibc
public import LinuxRuntime
import Models
import Problems
import RecognizerRouting
public import Settings
public import SpeechEngines

/// Checks a speech model: its files, their checksums if those are known, and whether the engine
/// loads it.
@EventLoopActor
public struct ModelCheck {
    private let model: SpeechModel
    private let engine: (any Engine)?
    private let settings: Settings

    public init(_ model: SpeechModel, _ settings: Settings) {
        (self.model, self.settings) = (model, settings)
        engine = Engines.all.first { $0.name == model.engine }
    }

    public func run() async -> [Finding] {
        if let problem = model.problem { return [Finding(model.name, .failure, problem)] }
        guard let file = InstalledModel(model.path), file.model != nil else {
            return [await sums, await loading].compactMap(\.self)
        }
        let finding = await comparison(with: file)
        // A file that isn't the catalogue's is given to no library.
        if finding.grade == .failure { return [finding] }
        return [finding, await loading].compactMap(\.self)
    }

    /// Whether it is what the catalogue has under its name.
    private func comparison(with file: InstalledModel) async -> Finding {
        do {
            if let damage = try await file.damage() {
                return Finding(model.name, .failure, damage)
            }
            return Finding(model.name, .good, "length and SHA-256 match the catalogue")
        } catch let problem as Problem {
            return Finding(model.name, .warning, problem)
        } catch {
            return Finding(model.name, .warning, "its checksum can't be compared: \(error)")
        }
    }

    private var sums: Finding? {
        get async {
            let lists = engine?.checksums(of: model) ?? []
            guard let list = lists.first(where: { access($0.path, R_OK) == 0 }) else {
                return Finding(
                    model.name, .good,
                    "no checksums are known; with a file SHA256SUMS beside its "
                        + "files they are compared")
            }
            do {
                let (status, output) = try await ChildProcess.output(
                    of: [
                        "sh", "-c", "cd \"$1\" && exec \"$2\" --quiet --check \"$3\" 2>&1", "sh",
                        list.folder, list.program, list.path,
                    ], within: .seconds(600))
                if status == .exited(0) {
                    return Finding(model.name, .good, "all checksums of \(list.path) are right")
                }
                let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
                return Finding(
                    model.name, .failure, lines.prefix(5).joined(separator: "; "),
                    remedy: "Install it again.")
            } catch {
                return Finding(model.name, .warning, "checksums can't be compared: \(error)")
            }
        }
    }

    private var loading: Finding? {
        get async {
            do {
                guard let recognizer = try engine?.makeRecognizer(loading: model, settings) else {
                    return nil
                }
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
}

import ArgumentParser
import Assembly
import Dictation
import EngineRegistry
import GGUF
import LinuxRuntime
import Models
import Problems
import Settings
import SpeechEngines
import SystemPackage

// Names of parts as options: an unknown one is refused before anything is done, and shells complete
// those that there are.

/// The name of a sink.
struct SinkName: ExpressibleByArgument {
    let name: String

    init?(argument: String) {
        guard Registry.sinkNames.contains(argument) else { return nil }
        name = argument
    }

    static var allValueStrings: [String] { Registry.sinkNames }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The name of an engine, or “auto”.
struct EngineName: ExpressibleByArgument {
    let name: String

    init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        name = argument
    }

    static var allValueStrings: [String] {
        [Settings.Recognizer.automatic] + Engines.all.map(\.name)
    }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension CompletionKind {
    /// The profiles of the user's configuration.
    static var profiles: CompletionKind {
        .custom { _, _, _ in
            let settings = try? Settings.loadDefault(schema: Engines.schema)
            return settings?.profiles.map(\.name) ?? []
        }
    }

    /// The languages with rules for text.
    static var textLanguages: CompletionKind { .custom { _, _, _ in Languages.tags() } }

    /// The languages that some model on this machine understands.
    static var spokenLanguages: CompletionKind {
        .custom { _, _, _ in
            let languages = SpeechModels().all.map(\.languages).joined()
            return Set(languages.map { $0.description }).sorted()
        }
    }

    /// A model that can be installed: a name in the catalogue, or a file or folder on this machine.
    static var installableModels: CompletionKind {
        .custom { _, _, prefix in
            let cached = HuggingFaceCache.whispers(Settings.environment)
            let place = prefix.prefix(
                upTo: prefix.lastIndex(of: "/").map(prefix.index(after:)) ?? prefix.startIndex)
            let here = Folder.names(in: place.isEmpty ? "." : String(place)).compactMap { name in
                if ModelFileName.isModel(name) { return "\(place)\(name)" }
                return WhisperFolder(FilePath("\(place)\(name)")) == nil ? nil : "\(place)\(name)/"
            }
            return ModelCatalogue.all.map(\.name) + cached.map(\.name) + here
        }
    }

    /// The models on this machine.
    static var models: CompletionKind { .custom { _, _, _ in SpeechModels().all.map(\.name) } }
}

/// Runs what may find fault with a setting that an option has set, and has the error name the option
/// instead of a configuration file.
///
/// - Parameters:
///   - option: as the user wrote it: `--language`; nil if it wasn't given.
///   - key: the setting's name: `text.language`.
func naming<Result>(
    _ option: String?, for key: String, _ body: () throws -> Result
) throws -> Result {
    do {
        return try body()
    } catch let error as SettingsError {
        guard let option,
            let problem = error.problems.first(where: {
                "\($0.section ?? "").\($0.key ?? "")" == key
            })
        else { throw error }
        let meant = Spelling.question(problem.suggestion)
        throw ValidationError("\(option): \(problem.reason)\(meant).")
    }
}

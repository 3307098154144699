public import Dictation
internal import FoundationEssentials
import Glibc
import LinuxRuntime
public import Problems
public import SpeechWorkerProtocol
public import SystemPackage
import VoiceNetwork

/// The values that the engine needs. They may go to another process, as JSON.
public struct TranscribeCppConfiguration: Hashable, Sendable {
    /// The device that computes.
    public enum Device: String, Hashable, Sendable, Codable, CaseIterable {
        case cpu
        /// A GPU, where the library's folder has the part for it; else the processor, with a
        /// warning. Untried.
        case gpu
    }

    /// How the model runs.
    public enum Mode: String, Hashable, Sendable, Codable {
        /// As the model was made for it, and the computer is fast enough for.
        case automatic
        /// As the sound comes.
        case stream
        /// Over segments.
        case offline
    }

    /// The folder with libtranscribe.so and ggml's parts.
    public var library: FilePath
    public var model: TranscribeCppModel
    /// The dictation's language; nil if that isn't known.
    public var language: LanguageTag?
    /// 1 to 64; nil: one for each core, up to eight.
    public var threads: Int?
    public var device: Device
    /// Whether it writes in English what is said in that language.
    public var translates = false
    /// Words that the model should expect, where it can be told.
    public var words: [String]
    public var mode: Mode
    /// Models that might be used instead on a slow computer, the best first.
    public var faster: [FasterModel] = []
    /// The weights of the network that detects speech; nil: speech is what is louder than the
    /// background.
    public var voice: FilePath?
    /// How fast this computer is with the model; nil: the engine measures it.
    public var speed: MeasuredSpeed?
    /// Of the process that runs the engine; not part of ``json``.
    public var limits = WorkerLimits()

    public init(
        library: FilePath, model: TranscribeCppModel, language: LanguageTag? = nil,
        threads: Int? = nil, device: Device = .cpu, words: [String] = [], mode: Mode = .automatic,
        voice: FilePath? = nil
    ) {
        (self.library, self.model, self.language) = (library, model, language)
        (self.threads, self.device, self.words, self.mode) = (threads, device, words, mode)
        self.voice = voice
    }

    /// The part that is missing or doesn't fit: library, model, language. Checks only files.
    public var problem: Problem? {
        if let libraryProblem { return libraryProblem }
        do throws(Problem) {
            let header = try model.header
            _ = try LanguageChoice.choose(language, of: header, for: model)
            if translates { try LanguageChoice.checkTranslation(by: header, of: model) }
            return nil
        } catch {
            return error
        }
    }

    /// Why the library can't be used, judging by its file. The process that opens it reports the
    /// rest.
    public var libraryProblem: Problem? {
        let file = library.appending("libtranscribe.so")
        guard access(file.string, R_OK) != 0 else { return nil }
        return Problem(
            "cannot open the library of transcribe.cpp “\(file)”", why: "\(Errno.current)",
            remedy: "It comes with utter: install utter again.")
    }

    /// The library's folder beside a program; nil if there is none.
    ///
    /// - Parameter program: an absolute path without symbolic links.
    public static func libraryFolder(beside program: FilePath) -> FilePath? {
        InstalledFolder.path(of: "transcribe", having: "libtranscribe.so", beside: program)
    }

    /// The weights of the network that detects speech, in the library's folder; nil if they aren't
    /// there.
    public static func voiceNetwork(in library: FilePath) -> FilePath? {
        let file = library.appending(NetworkWeights.fileName)
        return access(file.string, R_OK) == 0 ? file : nil
    }
}

// MARK: As JSON

extension TranscribeCppConfiguration {
    private struct Fields: Codable {
        var library: String
        var model: String
        var language: String?
        var translates: Bool
        var threads: Int?
        var device: Device
        var words: [String]
        var mode: Mode
        var faster: [FasterModel]
        var voice: String?
        var speed: MeasuredSpeed?
    }

    /// The configuration as JSON, without line feeds.
    public var json: [UInt8] {
        let fields = Fields(
            library: library.string, model: model.path.string, language: language?.description,
            translates: translates, threads: threads, device: device, words: words, mode: mode,
            faster: faster,
            voice: voice?.string, speed: speed)
        // try!: texts and whole numbers always have a form.
        return [UInt8](try! JSONEncoder().encode(fields))
    }

    /// - Throws: a problem if this is not what ``json`` makes.
    public init(json: [UInt8]) throws(Problem) {
        do {
            let fields = try JSONDecoder().decode(Fields.self, from: Data(json))
            self.init(
                library: FilePath(fields.library),
                model: TranscribeCppModel(FilePath(fields.model)),
                language: fields.language.flatMap { LanguageTag($0) }, threads: fields.threads,
                device: fields.device, words: fields.words, mode: fields.mode,
                voice: fields.voice.map { FilePath($0) })
            (translates, faster, speed) = (fields.translates, fields.faster, fields.speed)
        } catch {
            throw Problem(
                "cannot understand the engine's configuration", why: "\(error)",
                remedy: "Its programs are of several versions: install utter again.")
        }
    }
}

// MARK: For the process that runs the engine

extension TranscribeCppConfiguration {
    /// The name in the configuration, and in the table of `utter-speech`.
    package static let engine = "transcribe-cpp"

    /// The entry in that table that opens the library and no model.
    package static let libraryCheck = "transcribe-cpp-library"

    package var inWorker: EngineConfiguration {
        EngineConfiguration(
            engine: Self.engine, model: model.path.string,
            values: ["json": String(decoding: json, as: UTF8.self)],
            readable: [model.path.string, library.string] + (voice.map { [$0.string] } ?? []),
            opensLibrary: true, usesGPU: device == .gpu)
    }

    /// Checks only the library, with the rights that an engine has.
    package var checkingLibrary: EngineConfiguration {
        EngineConfiguration(
            engine: Self.libraryCheck, model: library.string,
            values: ["json": String(decoding: json, as: UTF8.self)],
            readable: [library.string], opensLibrary: true)
    }

    /// Reads a configuration that ``inWorker`` made.
    package init(_ worker: EngineConfiguration) throws(Problem) {
        try self.init(json: Array((worker.values["json"] ?? "").utf8))
    }
}

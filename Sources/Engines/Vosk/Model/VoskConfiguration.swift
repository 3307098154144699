import Glibc
import LinuxRuntime
public import Problems
public import SpeechWorkerProtocol
import SystemPackage

/// The library and the model that Vosk uses.
public struct VoskConfiguration: Hashable, Sendable {
    /// Paths, or names for ld.so(8); the first that exists is used.
    public let libraries: [String]
    /// A folder in the form of the Vosk project's archives.
    public let model: VoskModel
    public var limits = WorkerLimits()

    public init(libraries: [String], model: VoskModel) {
        (self.libraries, self.model) = (libraries, model)
    }

    /// The missing part, model or library, if their files show that.
    public var problem: Problem? { model.problem ?? libraryProblem }

    /// Why the library can't be used, judging by its file. It is opened by `utter-speech` only,
    /// which reports the rest.
    public var libraryProblem: Problem? {
        let why: String
        switch FileStart(library) {
        case .bytes([0x7F, 0x45, 0x4C, 0x46]): return nil
        case .bytes: why = "it isn't a library"
        case .failed(let error): why = "\(error)"
        }
        return Problem(
            "cannot open Vosk's library “\(library)”", why: why,
            remedy: "“utter models” says where to get it.")
    }

    /// The path of the first library that is there; else of the last one.
    package var library: String {
        libraries.lazy.compactMap(Self.place).first ?? libraries.last ?? "libvosk.so"
    }

    private static func place(of library: String) -> String? {
        let places = library.contains("/") ? [library] : loaderFolders.map { "\($0)/\(library)" }
        return places.first { access($0, F_OK) == 0 }
    }

    /// Where ld.so(8) looks: the folders that ldconfig(8) is told of, and the standard ones.
    private static var loaderFolders: [String] {
        let folder = "/etc/ld.so.conf.d"
        let told = Folder.names(in: folder).flatMap { name in
            ConfigurationLines.read("\(folder)/\(name)").filter { $0.hasPrefix("/") }
                .map(String.init)
        }
        return told + ["/lib", "/usr/lib", "/lib64", "/usr/lib64"]
    }

    /// The first four bytes of a file.
    private enum FileStart {
        case bytes([UInt8])
        case failed(Errno)

        init(_ path: String) {
            do {
                let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
                self = try file.closeAfter {
                    var bytes = [UInt8](repeating: 0, count: 4)
                    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
                    return .bytes(Array(bytes[..<count]))
                }
            } catch {
                self = .failed(error as? Errno ?? .ioError)
            }
        }
    }
}

// For the process that runs the engine.
extension VoskConfiguration {
    /// The name in the configuration, and in the table of `utter-speech`.
    package static let engine = "vosk"

    package var inWorker: EngineConfiguration {
        let (library, model) = (library, model.path.string)
        return EngineConfiguration(
            engine: Self.engine, model: model, values: ["library": library, "model": model],
            readable: [model, library], opensLibrary: true)
    }

    /// Reads a configuration that ``inWorker`` made.
    package init(_ worker: EngineConfiguration) {
        self.init(
            libraries: worker.values["library"].map { [$0] } ?? [],
            model: VoskModel(FilePath(worker.values["model"] ?? "")))
    }
}

public import Dictation
import Glibc
public import Problems
import Synchronization
public import SystemPackage

/// A model of transcribe.cpp's: one file, `NAME.gguf`. What is said of it here is read of its first
/// bytes, without the library.
public struct TranscribeCppModel: Hashable, Sendable {
    public let path: FilePath

    public init(_ path: FilePath) {
        self.path = path
    }

    /// How a model runs on a processor.
    public enum Mode: String, Hashable, Sendable, Codable {
        /// As the sound comes.
        case stream
        /// Over segments.
        case offline
    }

    /// What a model does with the dictation's language.
    public enum LanguageUse: Hashable, Sendable {
        /// It has only one.
        case one
        /// It must be told, or takes another for granted.
        case told
        /// It is told, or else detects it.
        case optional
        /// It detects the language and can't be told.
        case detects
    }

    /// The file's header.
    public struct Contents: Hashable, Sendable {
        let header: GGUFHeader

        /// The library's name for the kind of model: `parakeet`.
        public var architecture: String { header.architecture }

        /// In the form in which the model wants to be told one: `de-DE`, `de`.
        public var languages: [String] { header.languages }

        /// Streams of other kinds compute each piece of sound many times.
        public var mode: Mode {
            let isMade = architecture == "moonshine_streaming"
                || architecture == "parakeet" && header.contextStyle == "chunked_limited"
            return header.streams && isMade ? .stream : .offline
        }

        public var languageUse: LanguageUse {
            if languages.count < 2 { return .one }
            switch architecture {
            case "parakeet": return header.hasLanguagePrompt ? .told : .detects
            case "canary", "cohere": return .told
            default: return header.detectsLanguage ? .optional : .told
            }
        }
    }

    /// The file's name without `.gguf`.
    public var name: String { path.stem ?? "" }

    /// Whether a file's name is that of a model.
    public static func isModel(_ path: FilePath) -> Bool { path.extension == "gguf" }

    /// The models in a folder, by name; none if it can't be read.
    public static func models(in folder: FilePath) -> [TranscribeCppModel] {
        guard let directory = opendir(folder.string) else { return [] }
        defer { closedir(directory) }
        var models: [TranscribeCppModel] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let component = FilePath.Component(name) else { continue }
            let path = folder.appending(component)
            if isModel(path) { models.append(TranscribeCppModel(path)) }
        }
        return models.sorted { $0.path.string < $1.path.string }
    }

    /// The languages that it understands; empty if that can't be read.
    public var languages: [LanguageTag] {
        ((try? contents)?.languages ?? []).compactMap { LanguageTag($0) }
    }

    /// Why it can't be loaded, as far as header and length show; nil if they are right.
    public var problem: Problem? {
        do throws(Problem) {
            _ = try contents
            return nil
        } catch {
            return error
        }
    }

    /// Headers that were read. Reading one takes milliseconds, and each dictation asks which models
    /// there are.
    private static let known = Mutex<[FileState: Contents]>([:])
    /// More than anybody has.
    private static let mostKnown = 200

    /// Reads the header, some milliseconds; of a file that is as it was, only its state.
    public var contents: Contents {
        get throws(Problem) {
            let state = FileState(path)
            if let known = state.flatMap({ state in Self.known.withLock { $0[state] } }) {
                return known
            }
            let contents = try read()
            if let state, state.isSettled {
                Self.known.withLock { known in
                    if known.count >= Self.mostKnown { known = [:] }
                    known[state] = contents
                }
            }
            return contents
        }
    }

    private func read() throws(Problem) -> Contents {
        do {
            let file = try FileDescriptor.open(
                path, .readOnly, options: [.closeOnExec, .nonBlocking])
            return try file.closeAfter {
                var status = stat()
                guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG
                else { throw GGUFDefect(why: "it is no file") }
                let header = try GGUFHeader(file)
                guard Int(status.st_size) >= header.size else { throw GGUFDefect.truncated }
                return Contents(header: header)
            }
        } catch let defect as GGUFDefect {
            throw refusal(defect.why)
        } catch let error as Errno where error == .noSuchFileOrDirectory {
            throw Problem(
                "there is no speech model “\(path)”", why: "\(error)",
                remedy: "“utter models” says which there are, and where to get others.")
        } catch {
            throw refusal("\(error)")
        }
    }

    private func refusal(_ why: String) -> Problem {
        Problem(
            "cannot use the speech model “\(path)”", why: why,
            remedy: "Get it again; “utter models” says where.")
    }
}

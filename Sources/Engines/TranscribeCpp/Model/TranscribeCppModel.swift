public import Dictation
public import GGUF
import LinuxRuntime
public import Problems
import Synchronization
public import SystemPackage

/// A model of transcribe.cpp's: one file, `NAME.gguf` or `ggml-NAME.bin`. What is said of it here is
/// read of its first bytes, without the library.
public struct TranscribeCppModel: Hashable, Sendable {
    public let path: FilePath

    public init(_ path: FilePath) {
        self.path = path
    }

    /// The file's name without its ending.
    public var name: String { path.stem ?? "" }

    /// The name for people, without the precision of its numbers.
    package var title: String {
        let parts = name.split(separator: "-")
        let precision = parts.lastIndex {
            $0.first == "Q" && $0.dropFirst().first?.isNumber == true
        }
        return ModelTitle(parts[..<(precision ?? parts.endIndex)].joined(separator: "-")).text
    }

    /// Its length; 0 if it can't be looked at.
    package var bytes: Int { FileState(path.string)?.bytes ?? 0 }

    /// Whether a file is named like a model.
    public static func isModel(_ path: FilePath) -> Bool {
        ModelFileName.isModel(path.lastComponent?.string ?? "")
    }

    /// The languages that it understands; empty if that can't be read.
    public var languages: [LanguageTag] {
        ((try? header)?.languages ?? []).compactMap { LanguageTag($0) }
    }

    /// Why it can't be loaded, judging by header and length; nil if they are right.
    public var problem: Problem? {
        do throws(Problem) {
            _ = try header
            return nil
        } catch {
            return error
        }
    }

    /// Headers that were read. Reading one takes milliseconds, and each dictation asks which models
    /// there are.
    private static let known = Mutex<[FileState: GGUFHeader]>([:])
    /// More than anybody has.
    private static let mostKnown = 200

    /// Reads the header, some milliseconds; of a file that is as it was, only its state.
    public var header: GGUFHeader {
        get throws(Problem) {
            let state = FileState(path.string)
            if let known = state.flatMap({ state in Self.known.withLock { $0[state] } }) {
                return known
            }
            let header = try read()
            if let state, state.isSettled {
                Self.known.withLock { known in
                    if known.count >= Self.mostKnown { known = [:] }
                    known[state] = header
                }
            }
            return header
        }
    }

    private func read() throws(Problem) -> GGUFHeader {
        do throws(GGUFDefect) {
            return try GGUFHeader(of: path)
        } catch .unreadable(.noSuchFileOrDirectory) {
            throw Problem(
                "there is no speech model “\(path)”", why: "\(Errno.noSuchFileOrDirectory)",
                remedy: "“utter models” says which there are, and where to get others.")
        } catch {
            throw Problem(
                "cannot use the speech model “\(path)”", why: error.why,
                remedy: "Get it again; “utter models” says where.")
        }
    }
}

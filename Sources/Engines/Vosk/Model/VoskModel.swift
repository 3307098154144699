public import Dictation
import Glibc
import LinuxRuntime
public import Problems
public import SystemPackage

/// A folder with a model, in the form of the Vosk project's archives.
public struct VoskModel: Hashable, Sendable {
    public let path: FilePath

    public init(_ path: FilePath) {
        self.path = path
    }

    /// The language in the folder's name: `vosk-model-small-en-us-0.15` is `en-US`; nil if the name
    /// has none.
    public var language: LanguageTag? {
        Self.language(of: path.lastComponent?.string ?? "")
    }

    static func language(of name: String) -> LanguageTag? {
        var parts = name.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })[...]
        for prefix in ["vosk", "model", "small"] where parts.first == prefix[...] {
            parts.removeFirst()
        }
        func isLetters(_ part: Substring, _ count: ClosedRange<Int>) -> Bool {
            count.contains(part.count) && part.allSatisfy { $0.isASCII && $0.isLetter }
        }
        // “spk” is a model for speakers.
        guard let first = parts.popFirst(), isLetters(first, 2...3), first != "spk" else {
            return nil
        }
        let language = Self.misnamed[String(first)] ?? String(first)
        if let region = parts.first, isLetters(region, 2...2) {
            return LanguageTag("\(language)-\(region)")
        }
        return LanguageTag(language)
    }

    /// Country codes that the project uses as languages.
    private static let misnamed = ["cn": "zh", "kz": "kk", "vn": "vi"]

    /// Whether a folder looks like a model, complete or not.
    public static func isModel(_ path: FilePath) -> Bool {
        ["am/final.mdl", "final.mdl", "graph", "conf/model.conf"].contains { name in
            access(path.appending(name).string, F_OK) == 0
        }
    }

    /// The first thing that is missing or damaged, judging by the files' beginnings and sizes. The
    /// library reads the contents itself, and reports errors.
    public var problem: Problem? {
        do throws(Problem) {
            try check()
            return nil
        } catch {
            return error
        }
    }

    private func check() throws(Problem) {
        var status = stat()
        guard stat(path.string, &status) == 0 else {
            throw Problem(
                "there is no speech model “\(path)”", why: "\(Errno.current)",
                remedy: "“utter models” says which there are, and where to get others.")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw problem("cannot use the speech model", "it isn't a folder; unpack the archive")
        }
        // The layout of current archives, and of the first ones.
        let isNew = exists("am/final.mdl") || !exists("final.mdl")
        let (acoustic, conf, graph) = isNew ? ("am/", "conf/", "graph/") : ("", "", "")
        try checkAcousticModel(acoustic + "final.mdl")
        try need(exists(conf + "fbank.conf") ? conf + "fbank.conf" : conf + "mfcc.conf")
        if isNew { try need("conf/model.conf") }
        if exists(graph + "HCLG.fst") || !exists(graph + "HCLr.fst") {
            try checkGraph(graph + "HCLG.fst")
        } else {
            for name in ["HCLr.fst", "Gr.fst"] { try checkGraph(graph + name) }
            try need(graph + "disambig_tid.int")
        }
    }

    private func exists(_ name: String) -> Bool {
        access(path.appending(name).string, F_OK) == 0
    }

    private func problem(_ what: String, _ why: String) -> Problem {
        Problem(
            "\(what) “\(path)”", why: why,
            remedy: "Unpack the model's archive again; “utter models” says where to get it.")
    }

    @discardableResult
    private func need(_ name: String, bytes: Int = 0) throws(Problem) -> [UInt8] {
        let what = "cannot use the speech model"
        do {
            let file = try FileDescriptor.open(
                path.appending(name), .readOnly, options: [.closeOnExec, .nonBlocking])
            return try file.closeAfter {
                var status = stat()
                guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                    throw problem(what, "its “\(name)” isn't a file")
                }
                guard status.st_size > 0 else { throw problem(what, "its “\(name)” is empty") }
                return try [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
                    count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
        } catch let error as Problem {
            throw error
        } catch {
            throw problem(what, "its “\(name)”: \(error)")
        }
    }

    /// Kaldi's file of an acoustic model: binary with this mark, or text.
    private func checkAcousticModel(_ name: String) throws(Problem) {
        let start = try need(name, bytes: 18)
        let isModel = start.starts(with: [0, 0x42]) || start.starts(with: "<TransitionModel>".utf8)
        if !isModel {
            throw problem("cannot use the speech model", "its “\(name)” isn't a model of Kaldi's")
        }
    }

    /// OpenFst's header begins with this number, little-endian.
    private func checkGraph(_ name: String) throws(Problem) {
        guard try need(name, bytes: 4) == [0xD6, 0xFD, 0xB2, 0x7E] else {
            throw problem("cannot use the speech model", "its “\(name)” isn't a graph of OpenFst's")
        }
    }
}

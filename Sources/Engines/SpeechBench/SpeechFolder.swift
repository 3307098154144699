import Glibc
import LinuxRuntime
import Problems

/// Recordings with their transcripts.
public struct SpeechFolder: Sendable {
    public struct Recording: Hashable, Sendable {
        public let path: String
        /// The path within the folder.
        public let name: String
        public let transcript: String
    }

    public let recordings: [Recording]

    /// How names of recordings end.
    private static let endings = [
        ".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".aiff", ".aif", ".au", ".caf", ".w64",
    ]

    /// The recordings of a folder and the folders in it, in the order of their paths. Transcripts
    /// are in a file beside each (`NAME.txt` for `NAME.wav`), in tables (`*.tsv`) whose first line
    /// has the columns `file` and `transcript`, `text` or `sentence` (like Common Voice's `path`,
    /// `sentence`), or in files `*.trans.txt` of lines `NAME WORDS…` (LibriSpeech's).
    ///
    /// - Parameter read: the bytes of a file.
    /// - Throws: a problem if the folder can't be read, a table has another format, or no recording
    ///   has a transcript.
    public init(_ folder: String, read: (String) throws -> [UInt8]) throws {
        recordings = try Self.recordings(in: folder, "", read).sorted { $0.path < $1.path }
        if recordings.isEmpty {
            throw Problem(
                "nothing to recognise in “\(FileName.shown(folder))”",
                why: "no recording (.wav, .flac, .ogg, .opus, .mp3 …) in it has a transcript",
                remedy: "Put NAME.txt beside NAME.wav, or a table with the columns file and"
                    + " transcript.")
        }
    }

    /// - Parameter within: the path of `folder` in the one that was named, with a slash at its end
    ///   unless it is empty.
    private static func recordings(
        in folder: String, _ within: String, _ read: (String) throws -> [UInt8]
    ) throws -> [Recording] {
        let names = try names(in: folder).sorted()
        let present = Set(names)
        var transcripts: [String: String] = [:]
        func add(_ file: String, _ transcript: String) {
            for name in [file] + endings.map({ file + $0 }) where isRecording(name) {
                if present.contains(name) { transcripts[name] = transcript }
            }
        }
        var recordings: [Recording] = []
        for name in names {
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".tsv") {
                for (file, transcript) in try rows(of: try text(path, read), name: name) {
                    add(file, transcript)
                }
            } else if name.hasSuffix(".trans.txt") {
                for (file, transcript) in lines(of: try text(path, read)) { add(file, transcript) }
            } else if !name.hasPrefix("."), isFolder(path) {
                recordings += try Self.recordings(in: path, "\(within)\(name)/", read)
            }
        }
        for name in names where isRecording(name) {
            let beside = name.prefix(through: name.lastIndex(of: ".")!) + "txt"
            if present.contains(String(beside)) {
                transcripts[name] = try text("\(folder)/\(beside)", read)
            }
        }
        return recordings
            + transcripts.map { name, transcript in
                Recording(path: "\(folder)/\(name)", name: within + name, transcript: transcript)
            }
    }

    private static func isRecording(_ name: String) -> Bool {
        endings.contains(where: name.hasSuffix)
    }

    /// Links don't count: they may lead back.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(FileName.bytes(of: path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func rows(
        of table: String, name: String
    ) throws(Problem) -> [(file: String, transcript: String)] {
        var lines = table.split(whereSeparator: \.isNewline)[...]
        let columns = lines.popFirst()?.split(separator: "\t", omittingEmptySubsequences: false)
        let file = columns?.firstIndex { ["file", "path"].contains($0) }
        let text = columns?.firstIndex { ["transcript", "text", "sentence"].contains($0) }
        guard let file, let text else {
            throw Problem(
                "cannot read the table “\(name)”",
                why: "its first line does not name the columns file and transcript")
        }
        return lines.compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > max(file, text) else { return nil }
            return (String(fields[file]), String(fields[text]))
        }
    }

    /// Lines of a name and the words, with a space between.
    private static func lines(of text: String) -> [(file: String, transcript: String)] {
        text.split(whereSeparator: \.isNewline).map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return (String(parts.first ?? ""), String(parts.dropFirst().first ?? ""))
        }
    }

    private static func text(_ path: String, _ read: (String) throws -> [UInt8]) throws -> String {
        guard let text = String(validating: try read(path), as: UTF8.self) else {
            throw Problem("cannot read “\(FileName.shown(path))”", why: "it is not UTF-8")
        }
        return text
    }

    private static func names(in folder: String) throws(Problem) -> [String] {
        guard let directory = opendir(FileName.bytes(of: folder)) else {
            throw Problem(
                "cannot read the folder “\(FileName.shown(folder))”",
                why: String(cString: strerror(errno)))
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // d_name is within the entry and ends with a zero (readdir(3)).
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { FileName.text(of: $0) }
                })
        }
        return names
    }
}

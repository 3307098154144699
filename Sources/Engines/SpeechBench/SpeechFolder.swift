import Glibc
import LinuxRuntime
import Problems

/// Recordings with their transcripts.
public struct SpeechFolder: Sendable {
    public struct Recording: Hashable, Sendable {
        public let path: String
        public let transcript: String
    }

    public let recordings: [Recording]

    /// The recordings of a folder, in the order of their names. Transcripts are in a file beside
    /// each (`NAME.txt` for `NAME.wav`), or in tables (`*.tsv`) whose first line has the columns
    /// `file` and `transcript`, `text` or `sentence` (like Common Voice's `path`, `sentence`).
    ///
    /// - Parameter read: the bytes of a file.
    /// - Throws: a problem if the folder can't be read, a table has another format, or no recording
    ///   has a transcript.
    public init(_ folder: String, read: (String) throws -> [UInt8]) throws {
        let names = try Self.names(in: folder).sorted()
        let present = Set(names)
        var transcripts: [String: String] = [:]
        for name in names where name.hasSuffix(".tsv") {
            let table = try Self.text("\(folder)/\(name)", read)
            for (file, transcript) in try Self.rows(of: table, name: name) {
                transcripts[file.hasSuffix(".wav") ? file : file + ".wav"] = transcript
            }
        }
        for name in names where name.hasSuffix(".wav") {
            let text = String(name.dropLast(3) + "txt")
            if present.contains(text) {
                transcripts[name] = try Self.text("\(folder)/\(text)", read)
            }
        }
        recordings = transcripts.keys.filter(present.contains).sorted().map {
            Recording(path: "\(folder)/\($0)", transcript: transcripts[$0]!)
        }
        if recordings.isEmpty {
            throw Problem(
                "nothing to recognise in “\(FileName.shown(folder))”", why: "no WAV file in it has a transcript",
                remedy: "Put NAME.txt beside NAME.wav, or a table with the columns file and"
                    + " transcript.")
        }
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

    private static func text(_ path: String, _ read: (String) throws -> [UInt8]) throws -> String {
        guard let text = String(validating: try read(path), as: UTF8.self) else {
            throw Problem("cannot read “\(path)”", why: "it is not UTF-8")
        }
        return text
    }

    private static func names(in folder: String) throws(Problem) -> [String] {
        guard let directory = opendir(FileName.bytes(of: folder)) else {
            throw Problem(
                "cannot read the folder “\(FileName.shown(folder))”", why: String(cString: strerror(errno)))
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

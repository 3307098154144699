import Glibc
import Problems
import SpeechBench
import SystemPackage
import Testing

struct SpeechFolderTests {
    private func folder(_ files: [String: String]) throws -> SpeechFolder {
        var template = Array("/tmp/speech-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
        let directory = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
        defer {
            for name in files.keys { unlink("\(directory)/\(name)") }
            rmdir(directory)
        }
        for name in files.keys { close(creat("\(directory)/\(name)", 0o600)) }
        return try SpeechFolder(directory) { path in
            Array(files[String(path.split(separator: "/").last!)]!.utf8)
        }
    }

    private func said(_ folder: SpeechFolder) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: folder.recordings.map {
                (String($0.path.split(separator: "/").last!), $0.transcript)
            })
    }

    @Test func transcriptsAreInTablesAndBesideTheFiles() throws {
        let folder = try folder([
            "a.wav": "", "b.wav": "", "c.wav": "", "none.wav": "", "b.txt": "beside",
            "speech.tsv": "seconds\tfile\ttranscript\n1\ta.wav\tin a table\n2\tgone.wav\tno file\n",
            "other.tsv": "path\tsentence\nc\tanother table\n",
        ])
        #expect(said(folder) == ["a.wav": "in a table", "b.wav": "beside", "c.wav": "another table"])
        #expect(folder.recordings.map(\.path) == folder.recordings.map(\.path).sorted())
    }

    @Test func nothingToRecogniseIsTold() throws {
        let problem = try #require(throws: Problem.self) { try folder(["a.wav": ""]) }
        #expect(problem.why == "no WAV file in it has a transcript")
        let missing = try #require(throws: Problem.self) {
            try SpeechFolder("/nowhere/speech") { _ in [] }
        }
        #expect(missing.why == "No such file or directory")
    }

    @Test func aTableOfAnotherKindIsTold() throws {
        let problem = try #require(throws: Problem.self) {
            try folder(["a.wav": "", "x.tsv": "one\ttwo\n1\t2\n"])
        }
        #expect(problem.what == "cannot read the table “x.tsv”")
    }
}

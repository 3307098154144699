import Problems
import SpeechBench
import TestSupport
import Testing

struct SpeechFolderTests {
    private func folder(_ files: [String: String]) throws -> SpeechFolder {
        let directory = try ScratchDirectory("speech")
        for name in files.keys {
            try directory.makeFolders(for: name)
            try directory.write("", to: name)
        }
        return try SpeechFolder(directory.path) { path in
            Array(files[String(path.dropFirst(directory.path.count + 1))]!.utf8)
        }
    }

    private func said(_ folder: SpeechFolder) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: folder.recordings.map { ($0.name, $0.transcript) })
    }

    @Test func transcriptsAreInTablesAndBesideTheFiles() throws {
        let folder = try folder([
            "a.wav": "", "b.wav": "", "c.wav": "", "none.wav": "", "b.txt": "beside",
            "speech.tsv": "seconds\tfile\ttranscript\n1\ta.wav\tin a table\n2\tgone.wav\tno file\n",
            "other.tsv": "path\tsentence\nc\tanother table\n",
        ])
        #expect(
            said(folder) == ["a.wav": "in a table", "b.wav": "beside", "c.wav": "another table"])
        #expect(folder.recordings.map(\.path) == folder.recordings.map(\.path).sorted())
    }

    /// LibriSpeech: folders of speakers, with folders of chapters.
    @Test func foldersWithinCount() throws {
        let folder = try folder([
            "19/198/19-198-0000.flac": "", "19/198/19-198-0001.flac": "",
            "19/198/19-198.trans.txt": "19-198-0000 NORTHANGER ABBEY\n19-198-0002 NO FILE\n",
            "26/495/26-495-0000.wav": "", "26/495/26-495-0000.txt": "another form",
            ".hidden/a.wav": "", ".hidden/a.txt": "never",
        ])
        #expect(
            said(folder) == [
                "19/198/19-198-0000.flac": "NORTHANGER ABBEY",
                "26/495/26-495-0000.wav": "another form",
            ])
        #expect(folder.recordings.first?.path.hasSuffix("/19/198/19-198-0000.flac") == true)
    }

    @Test func nothingToRecogniseIsTold() throws {
        let problem = try #require(throws: Problem.self) { try folder(["a.wav": ""]) }
        #expect(
            problem.why == "no recording (.wav, .flac, .ogg, .opus, .mp3 …) in it has a transcript")
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

import Dictation
import Glibc
import History
import LinuxRuntime
import TestSupport
import Testing

@Suite struct TypingKeepTests {
    private let directory = try! ScratchDirectory("typing")

    private func entry(_ text: String, rest: String? = nil) -> DictationHistory.Entry {
        DictationHistory.Entry(
            DictationRecord(
                number: 3, transcript: Transcript([text.lowercased()]), text: text,
                rest: rest ?? text),
            time: 1_795_000_000)
    }

    @Test func reportsWhatIsLeft() throws {
        let keep = TypingKeep(in: directory.path)
        #expect(keep.leftover == nil)
        #expect(keep.begin(entry("Ein größerer Text 👩‍🚀 e\u{301}nde")))
        for typed in [0, 7, 19] {
            keep.note(typed)
            let left = try #require(TypingKeep(in: directory.path).leftover)
            #expect(left.text == "Ein größerer Text 👩‍🚀 e\u{301}nde")
            #expect(left.rest == String(left.text.dropFirst(typed)))
            #expect(left.transcript == Transcript(["ein größerer text 👩‍🚀 e\u{301}nde"]))
            #expect(left.time == 1_795_000_000)
        }
        #expect(Folder.names(in: directory.path) == ["typing"])
        keep.end()
        #expect(Folder.names(in: directory.path) == [])
        #expect(TypingKeep(in: directory.path).leftover == nil)
    }

    /// Only the last words of a text may be left to type.
    @Test func aTextMayStandThereInPart() throws {
        let keep = TypingKeep(in: directory.path)
        #expect(keep.begin(entry("One two three", rest: "three")))
        keep.note(2)
        let left = try #require(TypingKeep(in: directory.path).leftover)
        #expect(left.text == "One two three" && left.rest == "ree")
    }

    @Test func isOnlyTheUsers() throws {
        let keep = TypingKeep(in: directory.path)
        #expect(keep.begin(entry("x")))
        var status = stat()
        #expect(stat(directory.path("typing"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test(arguments: [
        "", "0", "000000000000\n", "000000000000\n{\"time\":1", "-00000000001\n{}", "x",
    ])
    func whatIsBrokenIsPassedOver(_ contents: String) throws {
        try directory.write(contents, to: "typing")
        #expect(TypingKeep(in: directory.path).leftover == nil)
        // The next text replaces it.
        let keep = TypingKeep(in: directory.path)
        #expect(keep.begin(entry("new")))
        #expect(TypingKeep(in: directory.path).leftover?.rest == "new")
    }

    @Test func goesOnWithoutAFolder() {
        let keep = TypingKeep(in: "/no/such/folder")
        #expect(!keep.begin(entry("x")))
        keep.note(1)
        keep.end()
    }
}

import Dictation
import Glibc
import History
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

/// A history with its own file.
@EventLoopActor
private final class Stage {
    let directory: ScratchDirectory
    var history: DictationHistory
    var file: HistoryFile!
    var problems: [Problem] = []
    private var number = 0

    static let wide = HistoryFile.Limits(entries: 100, days: 30, bytes: 1 << 20)

    var path: String { directory.path("state/utter/history.jsonl") }

    init(_ limits: HistoryFile.Limits = wide, in directory: ScratchDirectory? = nil) throws {
        self.directory = try directory ?? ScratchDirectory("history")
        history = DictationHistory(limit: limits.entries)
        file = HistoryFile(path: path, limits: limits) { [unowned self] in problems.append($0) }
        history.prepend(try file.read())
        file.repair(with: history.entries)
    }

    @discardableResult
    func keep(_ words: String, text: String? = nil, rest: String = "", number: Int? = nil) -> Bool {
        self.number = number ?? self.number + 1
        let record = DictationRecord(
            number: self.number, transcript: Transcript([words]), text: text, rest: rest)
        guard let place = history.keep(record) else { return false }
        return file.keep(place, of: history.entries)
    }

    /// What another run finds there.
    func texts() throws -> [String] {
        try HistoryFile(path: path, limits: Self.wide) { _ in }.read().map {
            $0.record.text ?? $0.record.transcript.text
        }
    }

    var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : -1
    }

    var lines: Int {
        guard let text = try? String(contentsOf: path) else { return 0 }
        return text.filter { $0 == "\n" }.count
    }
}

extension String {
    fileprivate init(contentsOf path: String) throws {
        let file = try FileDescriptor.open(path, .readOnly)
        self = try file.closeAfter {
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
            return String(decoding: bytes[..<count], as: UTF8.self)
        }
    }
}

@Suite(.runningLoop) struct HistoryFileTests {
    @EventLoopActor @Test func theNextRunHasWhatWasKept() throws {
        let stage = try Stage()
        #expect(stage.keep("hello world", rest: "hello world"))
        #expect(stage.keep("hello world", text: "Hello, world.", rest: "world.", number: 1))
        #expect(stage.keep("line\nfeed \u{1F600} \"quoted\"", number: 2))
        let next = try Stage(in: stage.directory)
        let entries = next.history.entries
        #expect(entries.map(\.record.text) == ["Hello, world.", nil])
        #expect(entries.map(\.record.rest) == ["world.", ""])
        #expect(entries[1].record.transcript.text == "line feed \u{1F600} \"quoted\"")
        #expect(entries.map(\.time) == stage.history.entries.map(\.time))
        // Numbers below 1, which no dictation of this run gets.
        #expect(entries.map(\.record.number) == [-1, 0])
    }

    @EventLoopActor @Test func aChangeOfAnEarlierRunsTextIsKept() throws {
        let stage = try Stage()
        stage.keep("one", rest: "one")
        stage.keep("two", rest: "two")
        let next = try Stage(in: stage.directory)
        next.keep("three", rest: "three")
        // Retyped later.
        next.keep("two", text: "Two", number: 0)
        #expect(try next.texts() == ["one", "Two", "three"])
    }

    @EventLoopActor @Test func theFileIsTheUsersAlone() throws {
        let stage = try Stage()
        stage.keep("one")
        var status = stat()
        #expect(stat(stage.path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
        for directory in ["state", "state/utter"] {
            #expect(stat(stage.directory.path(directory), &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o700)
        }
        chmod(stage.path, 0o644)
        stage.keep("two")
        #expect(stat(stage.path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    }

    @EventLoopActor @Test func readingLeavesNoTraces() throws {
        let stage = try Stage()
        #expect(access(stage.directory.path("state"), F_OK) != 0)
    }

    // MARK: Limits

    @EventLoopActor @Test func theOldestGiveWay() async throws {
        let stage = try Stage(.init(entries: 3, days: 30, bytes: 1 << 20))
        for number in 1...200 {
            stage.keep("\(number)")
        }
        try await waitUntil("the file is short") {
            stage.keep("more")
            return stage.lines < 40
        }
        stage.keep("last")
        let next = try Stage(.init(entries: 3, days: 30, bytes: 1 << 20), in: stage.directory)
        #expect(next.history.entries.map(\.record.transcript.text) == ["more", "more", "last"])
        try await waitUntil("the file has what is kept") { next.lines == 3 }
    }

    @EventLoopActor @Test func theFileStaysWithinItsSize() async throws {
        let stage = try Stage(.init(entries: 1000, days: 30, bytes: 10_000))
        let words = String(repeating: "word ", count: 20)
        for number in 1...300 {
            stage.keep("\(number) \(words)")
            // The loop must turn once for the file to be replaced.
            if number % 20 == 0 { try await EventLoop.shared.sleep(for: .zero) }
        }
        try await waitUntil("the file is short") {
            stage.keep("last \(words)")
            return stage.size < 9000
        }
        let texts = try stage.texts()
        #expect(texts.last?.hasPrefix("last ") == true && texts.count > 40)
        // All of them are in memory, and none is in the file twice.
        #expect(stage.history.entries.count > 300)
        #expect(texts == stage.history.entries.suffix(texts.count).map(\.record.transcript.text))
    }

    @EventLoopActor @Test func theOldGoAndThoseOfAnUnsetClockStay() async throws {
        let stage = try Stage()
        let now = time(nil)
        let times = [now - 31 * 86_400, 1000, now - 29 * 86_400, now + 400 * 86_400]
        try stage.directory.makeFolders(for: "state/utter/x")
        try stage.directory.write(
            times.map { "{\"time\":\($0),\"utterances\":[\"t \($0)\"]}\n" }.joined(),
            to: "state/utter/history.jsonl")
        let next = try Stage(in: stage.directory)
        #expect(next.history.entries.map(\.time) == Array(times.dropFirst()))
        try await waitUntil("the old one is gone from the file") { next.lines == 3 }
    }

    @EventLoopActor @Test func aLimitOfNoneKeepsNone() async throws {
        let stage = try Stage()
        stage.keep("one")
        let next = try Stage(.init(entries: 0, days: 30, bytes: 1 << 20), in: stage.directory)
        #expect(next.history.entries.isEmpty && !next.keep("two"))
        try await waitUntil("the file is empty") { next.size == 0 }
    }

    // MARK: Damage

    @EventLoopActor @Test func halfALineCostsNoOther() async throws {
        let stage = try Stage()
        stage.keep("one", text: "One")
        stage.keep("two", text: "Two")
        stage.keep("three", text: "Three")
        truncate(stage.path, off_t(stage.size - 9))
        let next = try Stage(in: stage.directory)
        #expect(next.history.entries.map(\.record.text) == ["One", "Two"])
        next.keep("four", text: "Four")
        try await waitUntil("all is there") {
            (try? next.texts()) == ["One", "Two", "Four"]
        }
    }

    @EventLoopActor @Test func garbageIsPassedOver() throws {
        let stage = try Stage()
        stage.keep("one", text: "One")
        let text = try String(contentsOf: stage.path)
        try stage.directory.write(
            "\u{0}\u{1}\n[]\n{\"time\":\"x\"}\n\(text)\(text.replacing("One", with: "2"))",
            to: "state/utter/history.jsonl")
        #expect(try stage.texts() == ["One", "2"])
    }

    // MARK: No room, no permission

    @EventLoopActor @Test func aFileThatCannotBeReadIsToldAndLeft() throws {
        let stage = try Stage()
        try stage.directory.makeFolders(for: "state/utter/history.jsonl/x")
        #expect(throws: Problem.self) { try stage.file.read() }
    }

    @EventLoopActor @Test func aFileThatCannotBeWrittenIsToldOnceAndMended() async throws {
        let stage = try Stage()
        stage.keep("one")
        // A directory in its way, because root may write everywhere.
        let aside = stage.directory.path("aside")
        #expect(rename(stage.path, aside) == 0 && mkdir(stage.path, 0o700) == 0)
        #expect(!stage.keep("two"))
        #expect(!stage.keep("three"))
        try await waitUntil("it is told") { !stage.problems.isEmpty }
        #expect(stage.problems.map(\.what) == ["the history is kept in memory only"])
        #expect(stage.problems.first?.why.hasPrefix(stage.path) == true)
        #expect(rmdir(stage.path) == 0 && rename(aside, stage.path) == 0)
        stage.keep("three", text: "Three", number: 3)
        try await waitUntil("all is there") {
            (try? stage.texts()) == ["one", "two", "Three"]
        }
        #expect(stage.problems.count == 1)
        #expect(stage.keep("four", number: 4))
    }

    // MARK: Clearing

    @EventLoopActor @Test func clearingLeavesNothing() async throws {
        let stage = try Stage(.init(entries: 3, days: 30, bytes: 1 << 20))
        for number in 1...200 { stage.keep("secret \(number)") }
        let reader = try FileDescriptor.open(stage.path, .readOnly)
        defer { try? reader.close() }
        try stage.file.clear()
        #expect(access(stage.path, F_OK) != 0)
        let names = try #require(opendir(stage.directory.path("state/utter")))
        var left: [String] = []
        while let entry = readdir(names) {
            left.append(
                withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        closedir(names)
        #expect(Set(left) == [".", ".."])
        stage.history.clear()
        #expect(stage.keep("new", number: 1000))
        #expect(try stage.texts() == ["new"])
        try HistoryFile.remove("/no/such/directory/history.jsonl")
    }

    @Test func isInTheStateDirectory() {
        func path(_ values: [String: String]) -> String? { HistoryFile.path { values[$0] } }
        #expect(path(["HOME": "/h"]) == "/h/.local/state/utter/history.jsonl")
        #expect(path(["HOME": "/h", "XDG_STATE_HOME": "/s"]) == "/s/utter/history.jsonl")
        #expect(path(["XDG_STATE_HOME": "s"]) == nil)
    }
}

import Foundation
import Problems
import SinkIBus
import TestSupport
import Testing

struct EngineRecordTests {
    private let directory: ScratchDirectory
    private var path: String { directory.path("record") }

    init() throws { directory = try ScratchDirectory("utter-ibus") }

    @Test func anEngineIsRememberedUntilItIsBack() throws {
        #expect(!EngineRecord.hasEngine(path))
        let record = try EngineRecord.claim(path)
        #expect(record.engine == nil)
        #expect(!EngineRecord.hasEngine(path))
        try record.remember("xkb:de:nodeadkeys:deu")
        #expect(EngineRecord.hasEngine(path))
        try record.remember("xkb:us::eng")
        #expect(record.engine == "xkb:us::eng")
        try record.remember(nil)
        #expect(record.engine == nil)
        #expect(!EngineRecord.hasEngine(path))
    }

    @Test func oneAtATimeHasTheRecord() throws {
        var record: EngineRecord? = try EngineRecord.claim(path)
        try record?.remember("xkb:us::eng")
        let problem = #expect(throws: Problem.self) { _ = try EngineRecord.claim(path) }
        #expect(problem?.why == "another utter is typing")
        record = nil
        #expect(try EngineRecord.claim(path).engine == "xkb:us::eng")
    }

    /// A child has copies of all descriptors until its program begins.
    @Test func aProgramThatIsBeingStartedDoesNotHoldTheRecord() throws {
        var record: EngineRecord? = try EngineRecord.claim(path)
        let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        // Others are closed meanwhile.
        let copies = links.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                == path
        }.compactMap { Int32($0) }.map(dup)
        defer { for copy in copies { close(copy) } }
        #expect(copies.count == 1)
        try record?.remember("xkb:us::eng")
        record = nil
        #expect(try EngineRecord.claim(path).engine == "xkb:us::eng")
    }

    @Test func theFileIsInTheSessionsDirectory() {
        #expect(
            EngineRecord.path(["XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/utter-ibus-engine"
        )
        #expect(EngineRecord.path(["XDG_RUNTIME_DIR": "here"]) == nil)
        #expect(EngineRecord.path([:]) == nil)
    }
}

import TestSupport
import Testing

@testable import UtterDaemon

@Suite struct KeyLessonsTests {
    /// The hint goes by itself, also over restarts.
    @Test func endAfterSomeDictations() throws {
        let directory = try ScratchDirectory("utter-lessons")
        let file = directory.path("state/lessons")
        for _ in 0..<KeyLessons.enough {
            var lessons = KeyLessons(file: file)
            #expect(!lessons.areOver)
            lessons.note()
        }
        #expect(KeyLessons(file: file).areOver)
    }

    @Test func aFileThatMakesNoSenseIsABeginning() throws {
        let directory = try ScratchDirectory("utter-lessons")
        try directory.write("many", to: "lessons")
        var lessons = KeyLessons(file: directory.path("lessons"))
        #expect(!lessons.areOver)
        lessons.note()
        #expect(!lessons.areOver)
    }
}

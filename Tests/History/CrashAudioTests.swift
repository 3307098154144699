import Dictation
import Glibc
import History
import LinuxRuntime
import Problems
import TestSupport
import Testing

/// A directory in memory, and the object that keeps sound there.
@EventLoopActor
private final class Stage {
    let path: String
    var keep: CrashAudio!
    var problems: [Problem] = []

    init(mostBytes: Int = CrashAudio.mostBytes) throws {
        var template = Array("/dev/shm/sound-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
        keep = CrashAudio(in: path, mostBytes: mostBytes) { [unowned self] in problems.append($0) }
    }

    /// What the next run finds.
    var leftovers: [DictationSound] { CrashAudio(in: path) { _ in }.leftovers() }

    var names: [String] { Folder.names(in: path) }

    isolated deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}

@Suite(.runningLoop) struct CrashAudioTests {
    @EventLoopActor @Test func aDictationThatNeverEndedIsFound() throws {
        let stage = try Stage()
        let samples = (0..<50_001).map { Int16(truncatingIfNeeded: $0) }
        stage.keep.begin()
        #expect(stage.names == [], "no sound yet")
        stage.keep.add(Array(samples[..<100]))
        stage.keep.describe(DictationOverrides(profile: "mail", language: "de-AT"))
        stage.keep.add(Array(samples[100...]))
        var status = stat()
        #expect(stat("\(stage.path)/\(stage.names[0])", &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        let sound = try #require(stage.leftovers.first)
        #expect(sound.samples == samples)
        #expect(sound.choice == DictationOverrides(profile: "mail", language: "de-AT"))
    }

    @EventLoopActor @Test func oneThatEndedIsGone() throws {
        let stage = try Stage()
        stage.keep.begin()
        stage.keep.add([1, 2])
        #expect(stage.keep.hasSound)
        stage.keep.end()
        #expect(stage.names == [] && !stage.keep.hasSound)
        // Sound between dictations belongs to none.
        stage.keep.add([3])
        #expect(stage.names == [])
        // A new dictation ends the last.
        stage.keep.begin()
        stage.keep.add([4])
        stage.keep.begin()
        stage.keep.add([5])
        #expect(stage.leftovers.map(\.samples) == [[5]])
    }

    @EventLoopActor @Test func oneThatIsSetAsideStays() throws {
        let stage = try Stage()
        stage.keep.begin()
        #expect(stage.keep.setAside() == nil, "no sound")
        stage.keep.begin()
        stage.keep.add([1])
        let sound = stage.keep.setAside()
        stage.keep.begin()
        stage.keep.add([2])
        // Not the current one.
        #expect(stage.keep.leftovers() == [sound])
        stage.keep.end()
        #expect(stage.leftovers.map(\.samples) == [[1]])
    }

    @EventLoopActor @Test func twoAttemptsAreCountedWhoeverDies() throws {
        let stage = try Stage()
        stage.keep.begin()
        stage.keep.add([1])
        var sound = try #require(stage.leftovers.first)
        sound.beginAttempt()
        sound.endAttempt()
        #expect(sound.isWorthTrying && stage.leftovers == [sound], "something came between")
        for _ in 1...2 {
            var sound = try #require(stage.leftovers.first)
            #expect(sound.isWorthTrying)
            sound.beginAttempt()
            #expect(sound.samples == [1])
        }
        let last = try #require(stage.leftovers.first)
        #expect(!last.isWorthTrying)
        last.remove()
        #expect(stage.names == [])
    }

    @EventLoopActor @Test func onlyTheBeginningOfALongOneIsKept() throws {
        let stage = try Stage(mostBytes: 1000)
        stage.keep.begin()
        for _ in 1...20 { stage.keep.add([Int16](repeating: 7, count: 50)) }
        #expect(stage.leftovers.first?.samples.count == 500)
        #expect(stage.problems == [])
    }

    /// The last one is kept whatever its size.
    @EventLoopActor @Test func longOnesLeaveNoRoomForEarlierOnes() throws {
        let stage = try Stage()
        let keep = CrashAudio(in: stage.path, mostBytes: 1000, keeping: 9) { Issue.record("\($0)") }
        func dictate(_ number: Int, samples: Int) {
            keep.begin()
            keep.add([Int16](repeating: 0, count: samples))
            keep.finish(
                DictationRecord(
                    number: number, transcript: Transcript(["a"]), text: "A", rest: ""))
        }
        for number in 1...3 { dictate(number, samples: 200) }
        #expect(keep.kept.entries.map(\.record.number) == [2, 3])
        dictate(4, samples: 500)
        #expect(keep.kept.entries.map(\.record.number) == [4])
        #expect(stage.names.count == 1)
        keep.forget(3)
        #expect(keep.kept.last?.sound.samples.count == 500)
        keep.forget(4)
        #expect(stage.names == [])
    }

    @EventLoopActor @Test func theOldestGiveWay() throws {
        let stage = try Stage()
        for number in 1...7 {
            stage.keep.begin()
            stage.keep.add([Int16(number)])
            _ = stage.keep.setAside()
        }
        #expect(stage.leftovers.map(\.samples) == [[3], [4], [5], [6], [7]])
        #expect(stage.names.count == 5)
    }

    @EventLoopActor @Test func otherFilesAreNotTouched() throws {
        let stage = try Stage()
        for name in ["control", "sound", "sound.1", "sound.x.0", "sound.1.0.bak"] {
            close(open("\(stage.path)/\(name)", O_CREAT | O_WRONLY, 0o600))
        }
        close(open("\(stage.path)/sound.1.0", O_CREAT | O_WRONLY, 0o600))
        #expect(stage.leftovers.count == 1 && stage.leftovers[0].choice == nil, "empty")
        #expect(stage.names.count == 6)
    }

    @EventLoopActor @Test func whereNothingCanBeWrittenItIsToldOnce() throws {
        var problems: [Problem] = []
        let keep = CrashAudio(in: "/proc/self") { problems.append($0) }
        for _ in 1...2 {
            keep.begin()
            keep.add([1])
            keep.add([2])
            keep.end()
        }
        #expect(problems.map(\.what) == ["the sound of dictations is not kept against a crash"])
    }

    @EventLoopActor @Test func onlyMemoryIsUsed() throws {
        try CrashAudio.check("/dev/shm")
        // The kernel's own file systems stand in for a disk: neither is a tmpfs.
        for directory in ["/proc", "/sys"] {
            let problem = #expect(throws: Problem.self) { try CrashAudio.check(directory) }
            #expect(problem?.why.contains(directory) == true)
        }
        #expect(throws: Problem.self) { try CrashAudio.check("/no/such") }
    }
}

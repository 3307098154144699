import Glibc
import History
import LinuxRuntime
import Session
import TestSupport
import Testing

/// A directory in memory, like a session's runtime directory.
@EventLoopActor
final class SoundPlace {
    let path: String
    private let limit: Int

    /// - Parameter limit: of how many dictations the sound is kept after their end.
    init(keeping limit: Int = 0) throws {
        self.limit = limit
        var template = Array("/dev/shm/recovery-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
    }

    var names: [String] { Folder.names(in: path) }

    func keep() -> CrashAudio {
        CrashAudio(in: path, keeping: limit) { Issue.record("\($0)") }
    }

    /// Leaves a recording behind as a crash does.
    func leave(_ samples: [Int16]) {
        let keep = keep()
        keep.begin()
        keep.add(samples)
    }

    /// A runner over fakes that keeps its sound here.
    @EventLoopActor
    func stage() -> RunnerStage {
        let stage = RunnerStage()
        stage.runner.keepSound(in: keep())
        stage.runner.keepTyping(in: TypingKeep(in: path))
        return stage
    }

    /// The same after a start: its recogniser has got all the sound to be recovered, but hasn't
    /// reported any words yet.
    @EventLoopActor
    func recoveringStage() async -> RunnerStage {
        let stage = stage()
        stage.runner.recover()
        await stage.wait { stage.recognizer.calls.last == "finish" }
        return stage
    }

    isolated deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}

import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter models convert` with the weights that the build fetched.
@Suite(.runningLoop)
struct ModelConvertTests {
    @EventLoopActor
    @Test(
        .timeLimit(.minutes(15)),
        .needs(
            "\(Project.folder)/.build/whisper/tiny.en/NAME",
            "\(Project.folder)/.build/whisper/base/NAME",
            package: "none: packaging/get-whisper fetches them"),
        arguments: ["tiny.en", "base"])
    func itMakesTheModelOfTheBuild(_ name: String) async throws {
        let (session, folder) = (try UtterSession(), try ScratchDirectory("utter-convert"))
        let file = folder.path("whisper-\(name).gguf")
        // The debug build computes for half a minute.
        let run = try await session.run(
            "models", "convert", "--name", "Whisper \(name)",
            "\(Project.folder)/.build/whisper/\(name)", file, within: .seconds(850))
        #expect(run.output == file + "\n", "\(run.errors)")
        let sum = try await ProgramRun(["sha256sum", file]).output.prefix(64)
        let pinned = try String(
            contentsOfFile: "\(Project.folder)/packaging/models/SHA256SUMS", encoding: .utf8)
        #expect(pinned.contains("\(sum)  whisper-\(name).gguf\n"))
    }

    @EventLoopActor @Test(arguments: ["0", "31", "1.5"])
    func noOtherWindowIsTaken(_ seconds: String) async throws {
        let session = try UtterSession()
        let run = try await session.run(
            "models", "convert", "--window", seconds, "/nowhere", "/nowhere/made.gguf")
        #expect(run.status == .exited(64))
    }
}

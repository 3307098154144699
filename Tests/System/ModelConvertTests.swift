import Foundation
import LinuxRuntime
import TestSupport
import Testing

private let project = "\(#filePath)".replacing("/Tests/System/ModelConvertTests.swift", with: "")

/// `utter models convert` with the weights that the build fetched.
@Suite(.runningLoop)
struct ModelConvertTests {
    @EventLoopActor
    @Test(
        .timeLimit(.minutes(15)),
        .needs(
            "\(project)/.build/whisper/tiny.en/NAME", "\(project)/.build/whisper/base/NAME",
            package: "none: packaging/get-whisper fetches them"),
        arguments: ["tiny.en", "base"])
    func itMakesTheModelOfTheBuild(_ name: String) async throws {
        let (session, folder) = (try UtterSession(), try ScratchDirectory("utter-convert"))
        let file = folder.path("whisper-\(name).gguf")
        let output = try await session.output(
            "models", "convert", "--name", "Whisper \(name)", "\(project)/.build/whisper/\(name)",
            file)
        #expect(output == file)
        let sum = try await ProgramRun(["sha256sum", file]).output.prefix(64)
        let pinned = try String(
            contentsOfFile: "\(project)/packaging/models/SHA256SUMS", encoding: .utf8)
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

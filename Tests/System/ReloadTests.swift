import ControlProtocol
import Foundation
import LinuxRuntime
import Problems
import TestSupport
import Testing

/// The configuration file changes while the daemon runs.
@Suite(.runningLoop, .serialized, .needs("Xvfb", package: "xvfb"))
struct ReloadTests {
    @EventLoopActor
    private func write(_ text: String, _ session: UtterSession) throws {
        try text.write(to: session.configurationFile, atomically: true, encoding: .utf8)
    }

    @EventLoopActor @Test func wholeOrNotAtAll() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        let daemon = try await session.startDaemon()
        let off = UtterSession.withoutHotkey

        try write("\(off)[output]\nsinks = ['clipboard', 'xtest']\n", session)
        var report = try await session.wait(for: "the sinks") { $0.sinks.count == 2 }
        #expect(report.sinks.map(\.name) == ["clipboard", "xtest"])
        #expect(report.recognizer.state == .ready)

        // An error visible in the file, and one that only a part detects: nothing of the file is
        // applied.
        for (text, problem) in [
            ("\(off)[output]\nsinks = ['xtest']\n[audio]\ndevise = 'x'\n", "[audio] devise"),
            ("\(off)[output]\nsinks = ['xtest', 'xtset']\n", "[output] sinks[1]"),
        ] {
            try write(text, session)
            report = try await session.wait(for: problem) {
                $0.notice?.message.contains(problem) == true
            }
            #expect(report.notice?.severity == .error)
            #expect(report.notice?.message.hasPrefix("the settings stay as they were: /") == true)
            #expect(report.sinks.map(\.name) == ["clipboard", "xtest"])
        }

        // Another engine is loaded, and the previous one ends.
        try write("\(off)[recognizer]\nengine = 'command'\ncommand.command = ['cat']\n", session)
        report = try await session.wait(for: "the engine") {
            $0.recognizer.name == "command" && $0.recognizer.state == .ready
        }
        #expect(report.sinks.first?.name == "xtest")

        // A file that is gone for a moment changes nothing.
        try FileManager.default.removeItem(at: session.configurationFile)
        try write("\(off)[recognizer]\nengine = 'command'\ncommand.command = ['tac']\n", session)
        try await session.wait(for: "the notice") { $0.notice?.message == "Settings reloaded" }
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test func aDeletedFileIsTold() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        let before = "\(UtterSession.withoutHotkey)[output]\nsinks = ['clipboard', 'xtest']\n"
        try write(before, session)
        let daemon = try await session.startDaemon()
        let gone = "the settings in force come from a file that is gone"
        try FileManager.default.removeItem(at: session.configurationFile)
        let report = try await session.wait(for: "the loss") { $0.settingsProblem?.what == gone }
        #expect(report.sinks.map(\.name) == ["clipboard", "xtest"])
        #expect(try await session.output("status").contains("idle; \(gone)"))
        #expect(try await session.run("doctor").output.contains("! configuration: \(gone): /"))
        try write(before, session)
        try await session.wait(for: "the file") { $0.settingsProblem == nil }
        #expect(try await session.run("doctor").output.contains("✓ configuration: /"))
        // An error is also shown in the status after its notice is gone.
        try write("mistake", session)
        try await session.wait(for: "the mistake") {
            $0.settingsProblem?.why.contains("config.toml:1:") == true
        }
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test(.needs("pulseaudio", package: "pulseaudio"))
    func whatIsBeingDictatedEndsAsItBegan() async throws {
        let scene = try await SpokenScene(
            WindowProfileTests.configuration("hello", "[text]\nraw = true"))
        let session = scene.session
        let daemon = try await session.startDaemon()
        try await session.beginDictation()
        try write(
            WindowProfileTests.configuration("hello", "[history]\nkeep = 5"), session)
        // An error is reported at once, which shows that the previous change has been read.
        try write("mistake", session)
        try await session.wait(for: "the mistake") { $0.notice?.severity == .error }
        try write(
            WindowProfileTests.configuration("hello", "[output]\nsinks = ['xtest']"), session)
        let report = try await session.status()
        #expect(report.state == .recording && report.sinks.count == 3)
        try await session.output("cancel")
        try await session.wait(for: "the new settings") { $0.sinks.count == 1 }
        #expect(daemon.status == nil)
    }
}

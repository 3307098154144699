import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter copy` on a display of X.
@Suite(
    .runningLoop, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"))
struct CopyTests {
    @EventLoopActor @Test(.needs("xclip", package: "xclip"))
    func theLastTextIsCopied() async throws {
        let stage = try await HistoryStage("disk = true")
        try await stage.start()
        try await stage.dictate()
        try await stage.stop()
        // The clipboard outlives the command, and needs no daemon.
        try await stage.session.output("copy")
        for _ in 1...2 { #expect(try await stage.clipboard() == "Hello.") }
        try await stage.session.output("copy", "--raw")
        #expect(try await stage.clipboard() == "hello period")
        try await stage.scene.display.run(
            "bash", "-c", "printf other | xclip -i -selection clipboard")
        #expect(try await stage.clipboard() == "other")
        // The process that served the copies has ended.
        try await waitUntil("nobody serves") { !Self.isServed }
        stage.session.environment.removeAll { $0.hasPrefix("DISPLAY=") }
        let run = try await stage.session.run("copy")
        #expect(run.status == .exited(1) && run.errors.contains("DISPLAY"), "\(run.errors)")
    }

    /// Whether a process of the program under test serves the clipboard.
    @EventLoopActor private static var isServed: Bool {
        let program = UtterSession.program
        return Folder.names(in: "/proc").contains { name in
            guard Int(name) != nil,
                let arguments = FileManager.default.contents(
                    atPath: "/proc/\(name)/cmdline")
            else { return false }
            let words = arguments.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return words.count == 3 && words[1...] == ["copy", "--serve"]
                && words[0] == program
        }
    }
}

extension HistoryStage {
    fileprivate func clipboard() async throws -> String {
        try await ProgramRun(
            ["timeout", "180", "xclip", "-o", "-selection", "clipboard"],
            environment: scene.display.environment
        ).output
    }
}

/// `utter copy` in a session of Wayland.
@Suite(
    .runningLoop, .needs("sway", package: "sway"), .needs("wl-paste", package: "wl-clipboard"))
struct WaylandCopyTests {
    @EventLoopActor @Test func theLastTextIsCopied() async throws {
        let sway = try await SwayServer.start()
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[history]\ndisk = true\n")
        session.environment.removeAll { $0.hasPrefix("XDG_RUNTIME_DIR=") }
        session.environment += sway.environment.filter {
            $0.hasPrefix("XDG_RUNTIME_DIR=") || $0.hasPrefix("WAYLAND_DISPLAY=")
        }
        let state = session.directory.appending(path: ".local/state/utter")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        try "{\"text\":\"Grüße, 👋\",\"time\":1,\"utterances\":[\"x\"]}\n".write(
            to: state.appending(path: "history.jsonl"), atomically: true, encoding: .utf8)
        try await session.output("copy")
        let pasted = try await sway.run(["wl-paste", "--no-newline"])
        #expect(pasted.output == "Grüße, 👋", "\(pasted.errors)")
        let copied = try await sway.run(["bash", "-c", "printf other | wl-copy"])
        #expect(copied.status == .exited(0))
        #expect(try await sway.run(["wl-paste", "--no-newline"]).output == "other")
    }
}

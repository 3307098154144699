import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The window for those who want no terminal, driven by its keys.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(5)), .needs("Xvfb", package: "xvfb"),
    .needs("xdotool", package: "xdotool"))
struct SettingsWindowTests {
    private static let name = "Utter: settings"

    /// Opens the window, and returns its identifier. The keys of tests are its from then on.
    @EventLoopActor
    private static func open(
        _ session: UtterSession, on display: XServer
    ) async throws -> (process: ChildProcess, window: String) {
        let program = UtterSession.program + "-settings"
        let process = try ChildProcess(
            [program],
            environment: session.environment + [
                // Of this display alone: no bus, no theme.
                "DBUS_SESSION_BUS_ADDRESS=disabled:", "GTK_A11Y=none", "GDK_BACKEND=x11",
                "GSK_RENDERER=cairo", "HOME=\(session.directory.path)",
            ]) { _ in }
        let found = try await display.run(
            "xdotool", "search", "--sync", "--onlyvisible", "--name", name)
        let window = try #require(found.split(separator: "\n").first).description
        try await display.run("xdotool", "windowfocus", "--sync", window)
        return (process, window)
    }

    /// The pressed key is in the file, with all that stood there.
    @EventLoopActor @Test func aPressedKeyIsWritten() async throws {
        let display = try await XServer()
        let session = try UtterSession(
            display: display, configuration: "# mine\n[hotkey]\ndictate = \"F8\" # old\n")
        let (process, _) = try await Self.open(session, on: display)
        let file = session.directory.appending(path: "config/utter/config.toml")
        let wanted = "# mine\n[hotkey]\ndictate = \"Super+F9\" # old\n"
        try await display.run("xdotool", "key", "alt+p")
        // A button is pressed for a moment before it acts: until then the key is nothing to it.
        while try String(contentsOf: file, encoding: .utf8) != wanted {
            try #require(process.status == nil)
            try await display.run("xdotool", "key", "super+F9")
        }
        process.send(signal: SIGTERM)
    }

    @EventLoopActor @Test func withoutADisplayItSaysWhatToDo() async throws {
        let program = UtterSession.program + "-settings"
        let run = try await ProgramRun([program], environment: ["PATH=/usr/bin:/bin"])
        #expect(run.status == .exited(1))
        #expect(run.errors == "utter-settings: there is no display; in a terminal: utter setup\n")
    }
}

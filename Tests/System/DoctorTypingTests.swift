import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter doctor --type`: a line through each sink into the window in which it runs.
@Suite(.runningLoop, .serialized, .needs("script", package: "bsdutils"))
struct DoctorTypingTests {
    /// What every sink of X11 types into a window of its own arrives.
    @EventLoopActor
    @Test(
        .needs("Xvfb", "openbox", package: "xvfb and openbox"), .needs("xterm", package: "xterm"),
        .needs("xdotool", "xprop", package: "xdotool and x11-utils"))
    func whatArrivesOnX11IsReported() async throws {
        let display = try await XServer()
        let manager = try await display.startWindowManager()
        let session = try UtterSession(display: display, configuration: Self.sinks)
        let shown = session.directory.appending(path: "shown")
        let xterm = try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "xterm", "-u8", "-e", "script", "--quiet",
                "--flush", "--command", "\(Self.quoted(session)) doctor --type", shown.path,
            ],
            environment: session.environment) { _ in }
        defer { xterm.send(signal: SIGTERM) }
        try await Self.expect(
            [
                "typing by xtest: “Utter typed this: naïve “Zoë”, 12 € (yes)?” arrived exactly",
                "typing by clipboard: “Utter typed this: naïve “Zoë”, 12 € (yes)?” arrived exactly",
            ], in: shown)
        #expect(manager.status == nil)
    }

    /// The same on sway; its terminals report no text to an input method.
    @EventLoopActor
    @Test(.needs("sway", "foot", package: "sway and foot"))
    func whatArrivesOnSwayIsReported() async throws {
        let sway = try await SwayServer.start()
        let session = try UtterSession(configuration: Self.sinksOnSway)
        let shown = session.directory.appending(path: "shown")
        let foot = try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "foot", "script", "--quiet", "--flush",
                "--command", "\(Self.quoted(session)) doctor --type", shown.path,
            ],
            environment: session.environment + ["WAYLAND_DISPLAY=\(sway.socket)"]) { _ in }
        defer { foot.send(signal: SIGTERM) }
        try await Self.expect(
            [
                "typing by input-method: not confirmed: the text could not be typed",
                "typing by virtual-keyboard: “Utter typed this: naïve “Zoë”, 12 € (yes)?” arrived",
            ], in: shown)
        foot.send(signal: SIGKILL)
        try await sway.stop()
    }

    @EventLoopActor @Test func withoutATerminalItSaysSo() async throws {
        let run = try await UtterSession().run("doctor", "--type")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("cannot type and read back"), "\(run.errors)")
    }

    private static let sinks = "[output]\nsinks = [\"xtest\", \"clipboard\"]\n"
    private static let sinksOnSway = "[output]\nsinks = [\"input-method\", \"virtual-keyboard\"]\n"

    private static func quoted(_ session: UtterSession) -> String {
        session.command.joined(separator: " ")
    }

    /// Waits until the doctor has reported its last line of these, and expects the others.
    @EventLoopActor
    private static func expect(_ lines: [String], in file: URL) async throws {
        var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
        let words = lines.last?.prefix { $0 != ":" } ?? ""
        do {
            try await waitUntil("\(words)") { text.contains(words) }
        } catch {
            Issue.record("\(text)")
            throw error
        }
        try await waitUntil("the line is there") { text.hasSuffix("\n") }
        for line in lines { #expect(text.contains(line), "\(text)") }
    }
}

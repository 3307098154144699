import Foundation
import LinuxRuntime
import SinkVirtualKeyboard
import TestSupport
import Testing

/// `utter doctor --type`: a line through each sink into its own window, or into the terminal in
/// which it runs.
@Suite(.runningLoop, .serialized, .needs("script", package: "bsdutils"))
struct DoctorTypingTests {
    @EventLoopActor @Test(.needs("Xvfb", "openbox", package: "xvfb and openbox"))
    func whatArrivesInAWindowOfItsOwnOnX11IsReported() async throws {
        let display = try await XServer()
        let manager = try await display.startWindowManager()
        let session = try UtterSession(display: display, configuration: Self.sinks)
        let run = try await Self.run(session, Self.plainWindow)
        Self.expect(
            [
                "typing by xtest: “Utter typed this: naïve “Zoë”, 12 € (yes)?” arrived exactly",
                "typing by clipboard: “Utter typed this: naïve “Zoë”, 12 € (yes)?” arrived exactly",
            ], in: run)
        #expect(manager.status == nil)
    }

    /// GTK 4 has an input method's text there, which no terminal has.
    @EventLoopActor @Test(.needs("sway", package: "sway"))
    func whatArrivesInAWindowOfItsOwnOnSwayIsReported() async throws {
        let sway = try await SwayServer.start()
        // Without a keyboard no window has the focus.
        let keyboard = VirtualKeyboardSink(display: sway.socket)
        try await keyboard.prepare()
        defer { keyboard.close() }
        let session = try UtterSession(configuration: Self.sinksOnSway)
        let run = try await Self.run(
            session, Self.plainWindow + ["WAYLAND_DISPLAY=\(sway.socket)"])
        Self.expect(
            [
                "typing by input-method: “Utter typed this: lazy zebras, 12 (yes)?” arrived exactly",
                "typing by virtual-keyboard: “Utter typed this: naïve “Zoë”, 12 € (yes)?” arrived",
            ], in: run)
        try await sway.stop()
    }

    /// No theme, no other display's bus.
    private static let plainWindow = [
        "DBUS_SESSION_BUS_ADDRESS=disabled:", "GTK_A11Y=none", "GSK_RENDERER=cairo",
    ]

    @EventLoopActor
    private static func run(
        _ session: UtterSession, _ environment: [String]
    ) async throws -> ProgramRun {
        try await ProgramRun(
            session.command + ["doctor", "--type"],
            environment: session.environment + environment)
    }

    private static func expect(_ lines: [String], in run: ProgramRun) {
        for line in lines { #expect(run.output.contains(line), "\(run.output)\(run.errors)") }
    }

    /// What every sink of X11 types into the terminal arrives.
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
                "--flush", "--command", "\(Self.quoted(session)) doctor --type-here", shown.path,
            ],
            environment: session.environment
        ) { _ in }
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
                "--command", "\(Self.quoted(session)) doctor --type-here", shown.path,
            ],
            environment: session.environment + ["WAYLAND_DISPLAY=\(sway.socket)"]
        ) { _ in }
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

import ControlProtocol
import LinuxRuntime
import TestSupport
import Testing

/// What is said, by a synthetic voice that PocketSphinx understands, is written as it is meant.
@Suite(.runningLoop, .serialized) struct SpokenTextTests {
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"),
        .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        arguments: [XWindow.Kind.xterm, .textView])
    func marksAreWrittenAndUtterancesScratched(_ kind: XWindow.Kind) async throws {
        let display = try await XServer()
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            display: display, sound: sound,
            configuration: "[hotkey]\nenabled = false\n[audio]\ndevice = \"pulse\"\n")
        let window = try await XWindow(kind, on: display)
        let daemon = try await session.startDaemon()

        let first = try await dictate("the meeting is at ten thirty period", session, sound)
        #expect(first.hasSuffix("."), "“\(first)”")
        #expect(first.first?.isUppercase == true)
        try await window.waitForText(first)

        let second = try await dictate("i want to go home question mark", session, sound)
        #expect(second.hasPrefix(" I "), "“\(second)”")
        #expect(second.hasSuffix("?"), "“\(second)”")
        try await window.waitForText(first + second)

        let third = try await dictate("scratch that", session, sound)
        #expect(third == "")
        // The terminal's program sees each Backspace; the editor deletes.
        let deleted = String(repeating: "\u{7F}", count: second.count)
        try await window.waitForText(kind == .xterm ? first + second + deleted : first)
        #expect(daemon.status == nil)
    }

    /// Answers the text that was typed.
    @EventLoopActor
    private func dictate(
        _ words: String, _ session: UtterSession, _ sound: PulseServer
    ) async throws -> String {
        let file = try TemporaryFile()
        let voice = try await ProgramRun(
            ["flite", "-voice", "slt", "-t", words, "-o", file.path],
            environment: ["PATH=/usr/bin:/bin"])
        try #require(voice.status == .exited(0), "\(voice.errors)")
        try await session.output("start")
        try await session.wait(for: "the microphone") { $0.hearing }
        try await sound.play(file.path)
        try await session.output("stop")
        try await session.wait(for: "the text") { $0.state == .idle }
        return try await session.output("last")
    }
}

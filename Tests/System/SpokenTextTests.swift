import LinuxRuntime
import TestSupport
import Testing

/// Spoken by a synthetic voice that PocketSphinx understands, a text is written as it is meant.
@Suite(.runningLoop, .serialized) struct SpokenTextTests {
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"),
        .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        arguments: [XWindow.Kind.xterm, .textView])
    func marksAreWrittenAndUtterancesScratched(_ kind: XWindow.Kind) async throws {
        let scene = try await SpokenScene()
        let window = try await XWindow(kind, on: scene.display)
        let daemon = try await scene.session.startDaemon()

        let first = try await dictate("the meeting is at ten thirty period", scene)
        // A space for the next text follows, except in terminals.
        let space = kind == .xterm ? "" : " "
        #expect(first.hasSuffix("." + space), "“\(first)”")
        // A terminal gets no capitals.
        #expect(first.first?.isUppercase == (kind != .xterm))
        try await window.waitForText(first)

        let second = try await dictate("i want to go home question mark", scene)
        let word = kind == .xterm ? "i" : "I"
        #expect(
            (first + second).contains("\(first.dropLast(space.count)) \(word) "), "“\(second)”")
        #expect(second.hasSuffix("?" + space), "“\(second)”")
        try await window.waitForText(first + second)

        let third = try await dictate("scratch that", scene)
        #expect(third == "")
        // The terminal's program gets each Backspace; the editor deletes.
        let deleted = String(repeating: "\u{7F}", count: second.count)
        try await window.waitForText(kind == .xterm ? first + second + deleted : first)
        #expect(daemon.status == nil)
    }

    /// Returns the text that was typed.
    @EventLoopActor
    private func dictate(_ words: String, _ scene: SpokenScene) async throws -> String {
        let voice = try await SpokenFile(words)
        try await scene.dictate(voice.path)
        return try await scene.session.output("last")
    }
}

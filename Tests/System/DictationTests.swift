import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The whole program on real parts: recorded speech through a real sound server into real
/// windows.
@Suite(.runningLoop, .serialized) struct DictationTests {
    static let speech =
        "/usr/share/pocketsphinx/test/data/librivox/"
        + "sense_and_sensibility_01_austen_64kb-0870.wav"
    static let words = """
        and mister john dashwood had then leisure to consider how much there might be prudently \
        in his power to do for them
        """

    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("pulseaudio", package: "pulseaudio"),
        .needs(Self.speech, package: "pocketsphinx-testdata"),
        arguments: [XWindow.Kind.xterm, .entry])
    func speechArrivesInTheFocusedWindow(_ kind: XWindow.Kind) async throws {
        let scene = try await SpokenScene()
        let session = scene.session
        let window = try await XWindow(kind, on: scene.display)
        let daemon = try await session.startDaemon()
        let report = try await scene.dictate(Self.speech)

        let text = try await session.output("last")
        try await window.waitForText(text)
        #expect(Self.share(of: Self.words, in: text) > 0.5, "“\(text)”")
        // A terminal gets no capitals.
        #expect(text.first?.isUppercase == (kind != .xterm))
        let timing = try #require(report.timing)
        #expect(timing.characters == text.count)
        #expect(timing.total != nil && timing.decoding != nil && timing.typing != nil)
        #expect(daemon.status == nil)

        try await session.output("retype")
        try await window.waitForText(text + (text.hasSuffix(" ") ? "" : " ") + text)
    }

    /// The share of the spoken words that arrived.
    static func share(of words: String, in text: String) -> Double {
        var left = text.lowercased().split(separator: " ").map(String.init)
        let said = words.split(separator: " ").map(String.init)
        let found = said.filter { word in
            guard let index = left.firstIndex(of: word) else { return false }
            left.remove(at: index)
            return true
        }
        return Double(found.count) / Double(said.count)
    }

    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("pulseaudio", package: "pulseaudio"))
    func silenceIsToldAndTypesNothing() async throws {
        let scene = try await SpokenScene(UtterSession.recording + "silence_limit = \"500ms\"")
        let session = scene.session
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()
        try await session.output("toggle")
        let report = try await session.wait(for: "the end") {
            $0.state == .idle && $0.notice != nil
        }
        #expect(report.notice?.message == "No speech detected")
        #expect(window.text == "")
        #expect(daemon.status == nil)
    }
}

import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The microphone is lost in mid-sentence: what was heard so far is typed, and the reason is shown.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"),
    .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
struct MicrophoneLossTests {
    enum Loss: CaseIterable {
        case serverKilled, sourceUnplugged
    }

    @EventLoopActor private static func lose(_ sound: PulseServer, by loss: Loss) async throws {
        switch loss {
        case .serverKilled: sound.send(signal: SIGKILL)
        case .sourceUnplugged: try await sound.control("unload-module", "module-null-sink")
        }
    }

    @EventLoopActor @Test(arguments: Loss.allCases)
    func whatWasHeardIsTyped(_ loss: Loss) async throws {
        let scene = try await SpokenScene(
            UtterSession.withoutHotkey + "[audio]\ndevice = \"pulse:headset.monitor\"\n")
        let (session, sound) = (scene.session, scene.sound)
        _ = try await sound.addSink("headset")
        let window = try await XWindow(.entry, on: scene.display)
        let daemon = try await session.startDaemon()
        try await session.beginDictation()
        let player = EventLoop.throwingTask {
            try await sound.play(DictationTests.speech, into: "headset")
        }
        // Followed from before the loss on: the reason is shown for 5 s.
        var heard: String?
        var losing: Task<Void, any Error>?
        let report = try await session.wait(for: "the reason") { report in
            if heard == nil, (report.partial ?? "").split(separator: " ").count > 4 {
                heard = report.partial
                losing = EventLoop.throwingTask { try await Self.lose(sound, by: loss) }
            }
            return report.notice?.severity == .error
        }
        try await losing?.value
        #expect(report.notice?.message.hasPrefix("lost the microphone") == true)
        try await session.wait(for: "the text") { $0.state == .idle }
        let text = try await session.output("last")
        try await window.waitForText(text)
        // The last word may have been cut, and text has capitals and full stops.
        func letters(_ text: String) -> String { text.lowercased().filter { $0 != "." } }
        let words = letters(try #require(heard)).split(separator: " ").dropLast()
        let share = DictationTests.share(of: words.joined(separator: " "), in: letters(text))
        #expect(share >= 0.5, "“\(words)” became “\(text)”")
        #expect(daemon.status == nil)
        _ = await player.result
    }
}

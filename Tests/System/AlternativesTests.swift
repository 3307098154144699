import ControlProtocol
import Dictation
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// “Correct that” with the speech model that comes with utter, in a real window.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(10)), .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"))
struct AlternativesTests {
    @EventLoopActor private func say(_ words: String, in scene: SpokenScene) async throws {
        let voice = try await SpokenFile(words)
        try await scene.dictate(voice.path)
    }

    /// The model hears other words at each rate of speech.
    @EventLoopActor @Test func anotherTextIsTaken() async throws {
        let scene = try await SpokenScene(
            UtterSession.recording, command: [UtterSession.programWithModel], inMemory: true)
        scene.session.noteThatTheModelIsQuick()
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await say("The heir to the throne wore a plain coat.", in: scene)
        try await waitUntil("the text") { window.text.lowercased().hasSuffix("coat. ") }
        // The second time the first text is among them.
        for isSpoken in [false, true] {
            let before = window.text
            // On a busy machine the time may pass before a reading ends; the models are loaded the
            // next time.
            var report: StatusReport
            repeat {
                try await say("correct that", in: scene)
                report = try await scene.session.wait(for: "the alternatives") {
                    $0.state == .idle && $0.notice != nil
                }
            } while report.notice?.message == "Nothing else was understood"
            let texts = try #require(report.notice?.proposal).split(separator: "\n")
            #expect(report.notice?.actions?.count == texts.count + 1)
            #expect(window.text == before)
            if isSpoken {
                try await say("one", in: scene)
            } else {
                try await scene.session.output("choose", "1")
            }
            let words = texts[0].dropFirst("1. ".count).replacing("…", with: "")
                .trimmingCharacters(in: .whitespaces)
            try await waitUntil("the other text") {
                window.text != before && window.text.contains(words)
            }
            try await scene.session.wait(for: "the end") { $0.state == .idle }
        }
        #expect(!scene.session.log.text.contains("coat"))
        #expect(daemon.status == nil)
    }
}

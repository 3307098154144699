import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// “Bold that” and “page break” through the daemon, in programs that have formats, in layouts that have
/// B elsewhere.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("xdotool", package: "xdotool"),
    .needs("setxkbmap", package: "x11-xkb-utils"))
struct FormattingTests {
    static let story: [(said: String, text: String)] = [
        ("i like red apples", "I like red apples. "),
        ("bold that", "<b>I like red apples.</b> "),
        ("undo", "I like red apples. "),
        ("italicize red", "I like <i>red</i> apples. "),
        ("so do i", "I like <i>red</i> apples. So do I. "),
        ("underline that", "I like <i>red</i> apples. <u>So do I.</u> "),
        ("undo", "I like <i>red</i> apples. So do I. "),
        ("redo", "I like <i>red</i> apples. <u>So do I.</u> "),
        ("bold apples", "I like <i>red</i> <b>apples</b>. <u>So do I.</u> "),
        ("bold apples", "I like <i>red</i> apples. <u>So do I.</u> "),
        ("fine", "I like <i>red</i> apples. <u>So do I.</u> Fine "),
    ]

    @EventLoopActor
    private func tell(
        _ story: [(said: String, text: String)], to window: ReceiverOnX,
        on scene: VoiceEditingTests.Scene
    ) async throws {
        let daemon = try await scene.session.startDaemon()
        for (said, text) in story {
            let report = try await scene.say(said)
            try await window.waitForText(text)
            if report.notice?.severity == .error { Issue.record("\(said): \(report)") }
        }
        #expect(daemon.status == nil)
    }

    @EventLoopActor
    @Test(
        .needs("chromium", package: "chromium"), arguments: ["us", "de", "us(dvorak)"])
    func aPageThatHasFormats(_ layout: String) async throws {
        let scene = try await VoiceEditingTests.Scene(
            """
            [[profile]]
            name = "page"
            class = "*chromium*"
            output.formatting = "ctrl"
            """)
        let parts = layout.split { "()".contains($0) }.map(String.init)
        let window = try await ReceiverOnX(.richChromium, on: scene.display)
        try await scene.display.run(
            ["setxkbmap", parts[0]] + (parts.count > 1 ? ["-variant", parts[1]] : []))
        try await tell(Self.story, to: window, on: scene)
    }

    /// Without a profile Ctrl+B is not pressed: elsewhere it may be anything.
    @EventLoopActor @Test(.needs("chromium", package: "chromium"))
    func otherProgramsAreLeftAlone() async throws {
        let scene = try await VoiceEditingTests.Scene()
        let window = try await ReceiverOnX(.richChromium, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("i like apples")
        let report = try await scene.say("bold that")
        #expect(
            report.notice?.message
                == "Nothing was made bold: this program isn’t known to have formats")
        try await scene.say("page break")
        try await window.waitForText("I like apples. Page break. ")
        #expect(daemon.status == nil)
    }
}

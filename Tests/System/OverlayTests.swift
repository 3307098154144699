import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The daemon and its overlay: whatever becomes of the overlay, dictation goes on.
@Suite(.runningLoop, .serialized) struct OverlayTests {
    /// What is done to the overlay while it shows a recording.
    enum Fate: CaseIterable {
        case frozen, killed
    }

    private static let configuration = """
        [hotkey]
        enabled = false
        [audio]
        device = "pulse"
        """

    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("pulseaudio", package: "pulseaudio"),
        .needs(KillTests.speech, package: "pocketsphinx-testdata"), arguments: Fate.allCases)
    func dictationGoesOnWithout(_ fate: Fate) async throws {
        let display = try await XServer()
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            display: display, sound: sound, configuration: Self.configuration)
        let window = try await XWindow(.xterm, on: display)
        let daemon = try await session.startDaemon()
        let overlay = try await Self.overlay(of: daemon.pid)

        try await session.output("start")
        try await session.wait(for: "the microphone") { $0.hearing }
        #expect(kill(overlay, fate == .frozen ? SIGSTOP : SIGKILL) == 0)
        try await sound.play(KillTests.speech)
        try await session.output("stop")
        try await session.wait(for: "the end") { $0.state == .idle }
        let text = try await session.output("last")
        #expect(!text.isEmpty)
        try await window.waitForText(text)

        if fate == .killed {
            let next = try await Self.overlay(of: daemon.pid, butNot: overlay)
            #expect(next != overlay)
        }
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        #expect(daemon.status == .exited(0))
        // Frozen or not, it is gone with its daemon.
        #expect(kill(overlay, 0) == -1)
    }

    /// The daemon works without a display, and says once that there is none.
    @EventLoopActor
    @Test(.needs("pulseaudio", package: "pulseaudio"))
    func noDisplayIsSaidOnce() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(sound: sound, configuration: Self.configuration)
        let daemon = try await session.startDaemon()
        try await waitUntil("it is said") { session.log.text.contains("no overlay: ") }
        for _ in 0..<3 {
            try await session.output("start")
            try await session.wait(for: "the microphone") { $0.hearing }
            try await session.output("cancel")
            // Its attempt is over when it has no child any more.
            try await waitUntil("the overlay has looked again") {
                Self.children(of: daemon.pid).isEmpty
            }
        }
        #expect(session.log.text.components(separatedBy: "no overlay").count == 2)
        #expect(daemon.status == nil)
    }

    @EventLoopActor
    @Test(.needs("Xvfb", package: "xvfb"))
    func isSwitchedOffByTheConfiguration() async throws {
        let display = try await XServer()
        let session = try UtterSession(
            display: display,
            configuration: "[hotkey]\nenabled = false\n[overlay]\nenabled = false\n")
        let daemon = try await session.startDaemon()
        #expect(Self.children(of: daemon.pid).isEmpty)
    }

    /// Waits for the daemon's overlay.
    @EventLoopActor
    private static func overlay(of daemon: Int32, butNot old: Int32 = 0) async throws -> Int32 {
        try await waitUntil("the overlay runs") {
            children(of: daemon).contains { $0 != old }
        }
        return try #require(children(of: daemon).first { $0 != old })
    }

    /// The overlay is the daemon's only child.
    private static func children(of pid: Int32) -> [Int32] {
        let text = try? String(
            contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
}

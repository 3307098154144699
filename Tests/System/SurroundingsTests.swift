import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// Where much of a desktop is missing, the program runs, or says why it can't.
@Suite(.runningLoop, .serialized)
struct SurroundingsTests {
    /// No message bus, a home that can't be written, the locale C, no service manager.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("pulseaudio", package: "pulseaudio"),
        .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
    func dictatesWithoutWhatItCanDoWithout() async throws {
        let scene = try await SpokenScene(UtterSession.recording + "[history]\ndisk = true")
        let session = scene.session
        // A place where even root can't make files.
        session.environment.removeAll { $0.hasPrefix("HOME=") || $0.hasPrefix("LC_ALL=") }
        session.environment += [
            "HOME=/proc/self", "LC_ALL=C", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent/bus",
            "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent/bus",
        ]
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()
        try await scene.dictate(DictationTests.speech)
        let text = try await session.output("last")
        #expect(DictationTests.share(of: DictationTests.words, in: text) > 0.5, "“\(text)”")
        try await window.waitForText(text)
        try await session.output("type", "naïve €")
        try await window.waitForText(text + "naïve €")
        #expect(daemon.status == nil)
        #expect(session.log.text.contains("/proc/self/.local/state/utter"))
    }

    @EventLoopActor @Test func saysThatItHasNoPlaceForItsSocket() async throws {
        let run = try await ProgramRun(
            [
                "env", "--ignore-environment", "XDG_RUNTIME_DIR=/proc/self", UtterSession.program,
                "daemon",
            ])
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("cannot use the directory /proc/self/utter"))
        #expect(run.errors.contains("Set XDG_RUNTIME_DIR to a directory that exists and is yours"))
    }
}

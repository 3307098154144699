import ControlProtocol
import LinuxRuntime
import TestSupport
import Testing

/// An idle daemon doesn't wake up.
@Suite(.runningLoop) struct IdleTests {
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"),
        .needs("/usr/share/pocketsphinx/model/en-us", package: "pocketsphinx-en-us"))
    func theDaemonSleepsWhileNothingHappens() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        let daemon = try await session.startDaemon()
        try await ProcessActivity.expectSleep(of: daemon.pid)
        #expect(Folder.names(in: "/proc/\(daemon.pid)/task").count <= 3)
        #expect(Self.proportionalMemory(daemon.pid) <= 15 << 20)
    }

    /// The text was read on the accessibility bus, to which the daemon stays connected.
    @EventLoopActor
    @Test(
        .needs("Xvfb", "openbox", package: "xvfb and openbox"),
        .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
        .needs(TextWindow.Kind.gtk3.program, package: "gir1.2-gtk-3.0"),
        .needs("pulseaudio", package: "pulseaudio"),
        .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
    func theDaemonSleepsAgainAfterADictationWithAccessibility() async throws {
        let window = try await ReportingWindow(.view3, "I like|")
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            display: window.server, sound: sound, configuration: UtterSession.recording)
        session.environment += window.bus.environment.map { "\($0)=\($1)" }
        let daemon = try await session.startDaemon()
        try await session.dictate(DictationTests.speech, from: sound)
        #expect(try await session.status().timing?.confirmed == true)
        // Notices vanish, and the microphone closes.
        try await session.wait(for: "the end of what is shown") {
            $0.notice == nil && !$0.hearing
        }
        try await ProcessActivity.expectSleep(of: daemon.pid)
    }

    /// In bytes: memory that other processes use, too, counts in part (proc_pid_smaps(5)).
    private static func proportionalMemory(_ pid: Int32) -> Int {
        let line = textOfFile("/proc/\(pid)/smaps_rollup").split(separator: "\n")
            .first { $0.hasPrefix("Pss:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return kilobytes.map { $0 << 10 } ?? .max
    }
}

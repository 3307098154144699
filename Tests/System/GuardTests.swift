import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Nothing waits for another program: each is stopped at each stage of a dictation, and the daemon
/// answers, gives up and ends within a second nevertheless.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("sway", package: "sway"),
    .needs("foot", package: "foot"), .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("xfce4-clipman", package: "xfce4-clipman"),
    .needs(XWindow.pythonGI, package: "python3-gi"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(KillTests.speech, package: "pocketsphinx-testdata"))
struct GuardTests {
    struct Situation: CustomTestStringConvertible {
        let peer: Peer
        let stage: Stage
        var testDescription: String { "\(peer), \(stage)" }
    }

    /// The engine's program runs only while it has something to do.
    static let situations = Peer.allCases.flatMap { peer in
        Stage.allCases.map { Situation(peer: peer, stage: $0) }
    }.filter { $0.peer != .engine || $0.stage == .processing }

    @EventLoopActor @Test(.timeLimit(.minutes(20)), arguments: situations)
    func cancelsAndEnds(_ situation: Situation) async throws {
        let scene = try await GuardScene(situation.peer)
        try await scene.reach(situation.stage)
        let limit = try await limit(scene)
        try scene.stopPeer()
        #expect(try await scene.time(of: .status) < limit)
        #expect(try await scene.time(of: .cancel) < limit)
        #expect(try await scene.time(of: .status) < limit)
        #expect(try await scene.timeToEnd() < limit)
        scene.resume()
        try await scene.waitUntilTheKeyboardIsAsBefore()
    }

    @EventLoopActor @Test(.timeLimit(.minutes(20)), arguments: situations)
    func ends(_ situation: Situation) async throws {
        let scene = try await GuardScene(situation.peer)
        try await scene.reach(situation.stage)
        let limit = try await limit(scene)
        try scene.stopPeer()
        #expect(try await scene.timeToEnd() < limit)
        #expect(scene.daemon.status == .exited(0), "\(scene.session.log.text)")
        scene.resume()
        try await scene.waitUntilTheKeyboardIsAsBefore()
    }

    /// A second, and what a machine that is busy now adds to everything.
    @EventLoopActor private func limit(_ scene: GuardScene) async throws -> Duration {
        var slowest = Duration.zero
        for _ in 0..<3 { slowest = max(slowest, try await scene.time(of: .status)) }
        return .seconds(1) + slowest * 10
    }
}

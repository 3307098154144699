import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Nothing waits for another program: each is stopped at each stage of a dictation, and the daemon
/// still answers, cancels and ends within a second.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"),
    .needs("xfce4-clipman", package: "xfce4-clipman"),
    .needs(XWindow.pythonGI, package: "python3-gi"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(KillTests.speech, package: "pocketsphinx-testdata"))
struct StoppedHelperTests {
    struct Situation: CustomTestStringConvertible {
        let peer: StoppedHelperStage.Peer
        let stage: StoppedHelperStage.Stage
        var testDescription: String { "\(peer), \(stage)" }
    }

    static let situations = StoppedHelperStage.Peer.allCases.flatMap { peer in
        StoppedHelperStage.Stage.allCases.map { Situation(peer: peer, stage: $0) }
    }

    @EventLoopActor @Test(.timeLimit(.minutes(20)), arguments: situations)
    func cancelsAndEnds(_ situation: Situation) async throws {
        let scene = try await StoppedHelperStage(situation.peer)
        try await scene.reach(situation.stage)
        let limit = try await Promptness.second()
        try scene.stopPeer()
        #expect(try await scene.time(of: .status) < limit)
        #expect(try await scene.time(of: .cancel) < limit)
        #expect(try await scene.time(of: .status) < limit)
        #expect(try await Promptness.timeToEnd(scene.daemon) < limit)
        scene.resume()
        try await scene.waitUntilTheKeyboardIsAsBefore()
    }

    @EventLoopActor @Test(.timeLimit(.minutes(20)), arguments: situations)
    func ends(_ situation: Situation) async throws {
        let scene = try await StoppedHelperStage(situation.peer)
        try await scene.reach(situation.stage)
        let limit = try await Promptness.second()
        try scene.stopPeer()
        #expect(try await Promptness.timeToEnd(scene.daemon) < limit)
        // In mid-text the window may not have read its keys by then: the program reports that, and
        // its guardian restores the keyboard.
        let isLate =
            situation.stage == .inserting
            && scene.session.log.text.contains("ended before all was put back")
        #expect(scene.daemon.status == .exited(isLate ? 1 : 0), "\(scene.session.log.text)")
        scene.resume()
        try await scene.waitUntilTheKeyboardIsAsBefore()
    }
}

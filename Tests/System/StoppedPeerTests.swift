import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Each program that the daemon uses is stopped at any moment of a dictation: the daemon answers
/// within a second, and ends within one. The sinks' peers have their own tests.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"),
    .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"),
    .timeLimit(.minutes(30)))
struct StoppedPeerTests {
    typealias Peer = StoppedPeerStage.Peer
    typealias Moment = StoppedPeerStage.Moment

    @EventLoopActor @Test(arguments: Peer.allCases)
    func itAnswersAndEnds(_ peer: Peer) async throws {
        let stage = try await StoppedPeerStage(
            peer == .openMicrophone ? "keep_open = true\n" : "")
        let session = stage.session
        let keymap = stage.keyboard.xtestKeymap
        for moment in Moment.allCases {
            for cancels in [true, false] {
                let place = "\(peer) stopped, \(moment)\(cancels ? ", cancelled" : "")"
                let daemon = try await session.startDaemon()
                // The microphone is opened when the sound server is stopped already.
                if moment == .opening { try await stage.stop(peer, true, of: daemon) }
                try await stage.reach(moment)
                if moment != .opening { try await stage.stop(peer, true, of: daemon) }

                let limit = try await Promptness.second()
                let status = try await Promptness.time { _ = try await session.status() }
                #expect(status < limit, "\(place): a status after \(status)")
                if cancels {
                    let cancel = try await Promptness.time {
                        _ = try await session.connect().send(.cancel)
                    }
                    #expect(cancel < limit, "\(place): cancelled after \(cancel)")
                    let rest = try await Promptness.time {
                        try await session.wait(for: "the end") { $0.state == .idle }
                    }
                    #expect(rest < limit, "\(place): idle after \(rest)")
                }
                let end = try await Promptness.timeToEnd(daemon)
                #expect(end < limit, "\(place): ended after \(end)")
                // Whoever holds the device of a stopped sound server has more to wait for; on a busy
                // machine, everybody.
                Promptness.expectEnd(
                    of: daemon, session, place,
                    mayBeLate: [.xServer, .openMicrophone].contains(peer)
                        || limit > .milliseconds(1200))

                try await stage.stop(peer, false, of: daemon)
                stage.hinder(false)
                // If the server was stopped, the guardian restores it.
                try await waitUntil("the keyboard is as before: \(place)") {
                    stage.keyboard.keysDown.isEmpty && stage.keyboard.xtestKeymap == keymap
                }
                #expect(!session.log.text.contains("CancellationError"), "\(place)")
            }
        }
    }

    /// The X server or a bus is killed: the daemon continues, and the text is typed or kept.
    @EventLoopActor
    @Test(arguments: [Peer.xServer, .sessionBus, .systemBus], [Moment.recording, .inserting])
    func itSurvivesTheDeath(of peer: Peer, _ moment: Moment) async throws {
        let stage = try await StoppedPeerStage()
        let session = stage.session
        let daemon = try await session.startDaemon()
        try await stage.reach(moment)
        switch peer {
        case .xServer: try await stage.scene.display.kill()
        case .sessionBus: try await stage.sessionBus.kill()
        default: try await stage.systemBus.kill()
        }
        if moment == .recording {
            try await stage.speak()
            #expect(try await session.connect().send(.stop) == .ok())
        }
        try await session.wait(for: "the end") { $0.state == .idle }
        let text = try await session.output("last")
        #expect(text.hasPrefix("100 101") && text.hasSuffix("144 145"), "\(text)")
        if peer != .xServer { try await waitUntil("it is typed") { stage.window.text == text } }
        // Another one.
        #expect(try await session.connect().send(.start()) == .ok())
        try await session.wait(for: "the microphone") { $0.hearing }
        #expect(try await session.connect().send(.cancel) == .ok())
        daemon.send(signal: SIGTERM)
        try await waitUntil("it ends") { daemon.status != nil }
        Promptness.expectEnd(of: daemon, session, "\(peer) killed, \(moment)", mayBeLate: true)
    }

    /// A sound server that stalls for some seconds loses what was said in that time, and no more.
    @EventLoopActor
    @Test(.needs(DictationTests.speech, package: "pocketsphinx-testdata"))
    func wordsAfterAStallAreTyped() async throws {
        let scene = try await SpokenScene(
            UtterSession.recording + "[overlay]\nenabled = false\n")
        let session = scene.session
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()
        try await scene.dictate(DictationTests.speech)
        let reference = try await session.output("last", "--raw")

        try await session.beginDictation()
        scene.sound.send(signal: SIGSTOP)
        let begin = MonotonicClock.nanoseconds
        try await session.wait(for: "the stall") {
            $0.notice?.message == "The microphone gives no sound"
        }
        try await waitUntil("4 s have passed") {
            MonotonicClock.nanoseconds - begin > 4_000_000_000
        }
        scene.sound.send(signal: SIGCONT)
        try await scene.sound.play(DictationTests.speech)
        try await session.endDictation()
        let text = try await session.output("last", "--raw")
        let share = DictationTests.share(of: reference, in: text)
        #expect(share >= 0.7, "“\(reference)” became “\(text)”")
        #expect(session.log.text.contains("the microphone gives sound again"))
        withExtendedLifetime((daemon, window)) {}
    }

    /// A dictation's cost for the display: a status doesn't ask the sinks for their availability.
    @EventLoopActor
    @Test(
        .needs("strace", package: "strace"),
        .needs(KillTests.speech, package: "pocketsphinx-testdata"))
    func aDictationConnectsToTheDisplayAFewTimes() async throws {
        let scene = try await SpokenScene(
            UtterSession.recording + "[overlay]\nenabled = false\n")
        let session = scene.session
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()
        // The first one opens what stays open.
        try await scene.dictate(KillTests.speech)
        let trace = try TemporaryFile()
        let tracer = try ChildProcess(
            [
                "strace", "-f", "-qq", "-e", "trace=connect", "-o", trace.path, "-p",
                "\(daemon.pid)",
            ]) { _ in }
        try await waitUntil("it is traced") {
            let status =
                (try? String(contentsOfFile: "/proc/\(daemon.pid)/status", encoding: .utf8))
            return status?.contains("TracerPid:\t\(tracer.pid)\n") == true
        }
        let follower = try await session.connect()
        let events = try await follower.subscribe(levels: false)
        let counting = EventLoop.throwingTask {
            var changes = 0
            for try await _ in events { changes += 1 }
            return changes
        }
        try await scene.dictate(KillTests.speech)
        tracer.send(signal: SIGTERM)
        try await waitUntil("the tracer ends") { tracer.status != nil }
        daemon.send(signal: SIGTERM)
        let changes = try await counting.value
        let connects = trace.text.split(separator: "\n").count { $0.contains("/tmp/.X11-unix/") }
        #expect(changes > 10)
        #expect(connects <= 8, "\(changes) changes of the status: \(trace.text)")
        withExtendedLifetime(window) {}
    }

    /// One of the message buses ends in the middle of a dictation: this one and the next are typed.
    @EventLoopActor @Test(arguments: [true, false])
    func dictationGoesOnWithoutABus(_ isSession: Bool) async throws {
        let stage = try await StoppedPeerStage(text: "echo so it goes on")
        let session = stage.session
        let daemon = try await session.startDaemon()
        try await stage.reach(.recording)
        try await (isSession ? stage.sessionBus : stage.systemBus).kill()
        var expected = ""
        for round in 0..<2 {
            if round > 0 { try await stage.reach(.recording) }
            try await stage.speak()
            let report = try await session.endDictation()
            #expect(report.notice?.severity != .error)
            expected += "so it goes on"
            try await waitUntil("it is typed") {
                stage.window.text.filter { $0 != " " } == expected.filter { $0 != " " }
            }
        }
        let end = try await Promptness.timeToEnd(daemon)
        let limit = try await Promptness.second()
        #expect(end < limit)
        #expect(daemon.status == .exited(0), "\(session.log.text)")
    }

    /// A user looks for the cause while the sound server hangs.
    @EventLoopActor @Test(arguments: [["devices"], ["doctor"], ["status"]])
    func aStoppedSoundServerHoldsNoCommandUp(_ command: [String]) async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(sound: sound, configuration: UtterSession.recording)
        sound.send(signal: SIGSTOP)
        let daemon = try session.spawnDaemon()
        _ = try await session.connect()
        let time = try await Promptness.time {
            _ = try await ProgramRun(
                session.command + command, environment: session.environment,
                within: .seconds(60))
        }
        #expect(time < .seconds(command == ["status"] ? 1 : 10) + (try await Promptness.second()))
        let end = try await Promptness.timeToEnd(daemon)
        let limit = try await Promptness.second()
        #expect(end < limit)
    }
}

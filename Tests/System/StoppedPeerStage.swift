import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// A session with everything that the daemon uses, each of which can be stopped: a display, a sound
/// server, both message buses with their services, an overlay, and an engine.
@EventLoopActor
final class StoppedPeerStage {
    /// The peer that is stopped.
    enum Peer: CaseIterable {
        case xServer, sound, sessionBus, systemBus, overlay, engine
        /// The sound server, while the microphone stays open between dictations.
        case openMicrophone
    }

    /// The moment at which it is stopped.
    enum Moment: CaseIterable {
        case idle, opening, recording, processing, inserting
    }

    let scene: SpokenScene
    let sessionBus: BusServer
    let systemBus: BusServer
    let player: BusMock
    let login: (manager: BusMock, session: BusMock)
    let window: XWindow
    /// Opened when it is asked for: Xlib ends this process if the server dies.
    private(set) lazy var keyboard = XKeyboardState(scene.display)
    /// While this file exists, the engine prints nothing.
    private let hindrance: TemporaryFile
    /// The engine's process.
    private let engine: TemporaryFile
    private let voice: SpokenFile
    var session: UtterSession { scene.session }

    /// - Parameter options: keys of `[audio]`.
    init(_ options: String = "", text: String = "seq -s ' ' 100 145") async throws {
        hindrance = try TemporaryFile()
        engine = try TemporaryFile()
        voice = try await SpokenFile("hello")
        let script =
            "echo $$ > \(engine.path); cat > /dev/null; "
            + "while [ -e \(hindrance.path) ]; do sleep 0.02; done; \(text)"
        scene = try await SpokenScene(
            UtterSession.recording + options + """

                music = "pause"
                sounds = true
                silence_limit = "0s"
                [recognizer]
                engine = "command"
                command.command = ["sh", "-c", "\(script)"]
                [text]
                raw = true

                """, inMemory: true)
        sessionBus = try await BusServer()
        systemBus = try await BusServer()
        login = try await systemBus.mockLogin()
        player = try await sessionBus.mockPlayer("one")
        scene.session.add(session: sessionBus, system: systemBus)
        window = try await XWindow(.xterm, on: scene.display)
        hinder(false)
    }

    func hinder(_ on: Bool) {
        if on {
            close(open(hindrance.path, O_CREAT | O_WRONLY, 0o600))
        } else {
            unlink(hindrance.path)
        }
    }

    /// Drives a dictation to a moment.
    func reach(_ moment: Moment) async throws {
        guard moment != .idle else { return }
        let client = try await session.connect()
        #expect(try await client.send(.start()) == .ok())
        guard moment != .opening else { return }
        try await session.wait(for: "the microphone") { $0.hearing }
        guard moment != .recording else { return }
        try await speak()
        unlink(engine.path)
        hinder(moment == .processing)
        let before = window.text.count
        #expect(try await client.send(.stop) == .ok())
        if moment == .processing {
            // Complete: the engine runs.
            try await waitUntil("the engine runs") { engineProcess != nil }
        } else {
            try await waitUntil("something is typed") { window.text.count > before + 20 }
        }
    }

    /// Plays speech to the microphone.
    func speak() async throws { try await scene.sound.play(voice.path) }

    private var engineProcess: Int32? {
        guard let text = try? String(contentsOfFile: engine.path, encoding: .utf8) else {
            return nil
        }
        return text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
    }

    /// Stops a peer, or continues it.
    func stop(_ peer: Peer, _ isStopped: Bool, of daemon: ChildProcess) async throws {
        let signal = isStopped ? SIGSTOP : SIGCONT
        switch peer {
        case .xServer: scene.display.signal(signal)
        case .sound, .openMicrophone: scene.sound.send(signal: signal)
        case .sessionBus: sessionBus.freeze(isStopped)
        case .systemBus: systemBus.freeze(isStopped)
        case .overlay:
            if isStopped { kill(try await OverlayTests.overlay(of: daemon.pid), signal) }
        case .engine:
            // The processes of its group.
            if let process = engineProcess { kill(-process, signal) }
        }
    }

}

extension BusServer {
    /// Puts a playing media player on the bus (MPRIS 2.2).
    func mockPlayer(_ name: String) async throws -> BusMock {
        let interface = "org.mpris.MediaPlayer2.Player"
        let player = try await mock(
            "org.mpris.MediaPlayer2.\(name)", "/org/mpris/MediaPlayer2", interface)
        try await player.addProperty("PlaybackStatus", .string("Playing"))
        for (method, status) in [("Pause", "Paused"), ("Play", "Playing")] {
            try await player.addMethod(
                method, returns: "",
                "self.props['\(interface)']['PlaybackStatus'] = '\(status)'")
        }
        return player
    }
}

extension UtterSession {
    /// Puts the session on message buses.
    func add(session: BusServer, system: BusServer) {
        environment += [
            "DBUS_SESSION_BUS_ADDRESS=\(session.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")",
            "DBUS_SYSTEM_BUS_ADDRESS=\(system.environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "")",
        ]
    }
}

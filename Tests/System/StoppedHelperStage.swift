import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// A session that is brought to a stage and stays there, with a peer that can be stopped.
@EventLoopActor
final class StoppedHelperStage {
    /// A program that the daemon uses, which may stop answering at any time. `StoppedPeerTests` and
    /// `StoppedCompositorTests` have the others.
    enum Peer: CaseIterable {
        case hotkeyHelper, clipboardManager
    }

    /// The stage of a dictation.
    enum Stage: CaseIterable {
        case idle, recording, processing, inserting
    }

    let session: UtterSession
    let daemon: ChildProcess
    private let peer: Peer
    private let place: ScratchDirectory
    private let display: XServer
    private let sound: PulseServer
    private let window: XWindow
    private let manager: ChildProcess?
    private let keyboard: XKeyboardState
    private let keymap: String
    private var stopped: Int32?

    init(_ peer: Peer) async throws {
        self.peer = peer
        place = try ScratchDirectory("utter-stopped")
        display = try await XServer()
        sound = try await PulseServer.start()
        keyboard = XKeyboardState(display)
        keymap = keyboard.xtestKeymap
        let session = try UtterSession(
            display: display, sound: sound,
            configuration: Self.configuration(peer, answer: place.path("answer")),
            command: [try Self.program(peer, in: place)])
        self.session = session
        manager = peer == .clipboardManager ? try await Self.manager(on: display) : nil
        window = try await XWindow(.xterm, on: display)
        daemon = try await session.startDaemon()
    }

    private static func configuration(_ peer: Peer, answer: String) -> String {
        let sink =
            switch peer {
            case .clipboardManager: "clipboard"
            default: "xtest"
            }
        // The engine answers as soon as the answer file exists.
        return """
            [hotkey]
            enabled = \(peer == .hotkeyHelper)
            # The test's helper lacks its group.
            source = "evdev"
            [audio]
            device = "pulse"
            [output]
            sinks = ["\(sink)"]
            [recognizer]
            engine = "command"
            [recognizer.command]
            command = ["sh", "-c", "cat >/dev/null; until cat \(answer); do sleep 0.02; done"]
            """
    }

    /// The program under test, with a silent hotkey helper where it looks for one.
    private static func program(_ peer: Peer, in place: ScratchDirectory) throws -> String {
        guard peer == .hotkeyHelper else { return UtterSession.program }
        let files = FileManager.default
        for folder in ["bin", "libexec/utter"] {
            try files.createDirectory(
                atPath: place.path(folder), withIntermediateDirectories: true)
        }
        let built = URL(filePath: UtterSession.program).deletingLastPathComponent()
        for name in ["utter", "utter-overlay"] {
            try files.copyItem(
                atPath: built.appending(path: name).path, toPath: place.path("bin/\(name)"))
        }
        try files.copyItem(
            atPath: built.appending(path: "utter-speech").path,
            toPath: place.path("libexec/utter/utter-speech"))
        let helper = place.path("libexec/utter/utter-hotkeys")
        try place.write("#!/bin/sh\nexec sleep 1000\n", to: "libexec/utter/utter-hotkeys")
        chmod(helper, 0o755)
        return place.path("bin/utter")
    }

    /// Waits until the CLIPBOARD_MANAGER selection has an owner.
    private static let waitingForManager = """
        import gi, time
        gi.require_version("Gdk", "3.0")
        from gi.repository import Gdk
        display = Gdk.Display.open("")
        while not display.supports_clipboard_persistence(): time.sleep(0.02)
        """

    private static func manager(on display: XServer) async throws -> ChildProcess {
        let manager = try display.start(
            [
                "env", "XDG_CONFIG_HOME=/nonexistent", "XDG_CACHE_HOME=/nonexistent",
                "dbus-run-session", "--", "xfce4-clipman",
            ])
        try await display.run(
            "timeout", "180", "/usr/bin/python3", "-c", Self.waitingForManager)
        return manager
    }

    // MARK: The dictation

    func reach(_ stage: Stage) async throws {
        if stage == .idle { return }
        try await session.beginDictation()
        if stage == .recording { return }
        try await sound.play(KillTests.speech)
        try await session.output("stop")
        try await session.wait(for: "the engine") { $0.state == .processing }
        try await waitUntil("the engine runs") { Self.process("sh", below: daemon.pid) != nil }
        if stage == .processing { return }
        // Typing waits until the window has read.
        window.signal(SIGSTOP)
        try place.write("the dictation goes on", to: "written")
        // Atomically, with its whole contents.
        #expect(rename(place.path("written"), place.path("answer")) == 0)
        try await session.wait(for: "the insertion") { $0.state == .inserting }
    }

    /// How long the daemon takes to answer.
    func time(of request: ControlRequest) async throws -> Duration {
        try await Promptness.time {
            _ = try await session.connect().send(request, within: .seconds(60))
        }
    }

    // MARK: The peer

    func stopPeer() throws {
        switch peer {
        case .hotkeyHelper: try stop("sleep", below: daemon.pid)
        case .clipboardManager:
            try stop("xfce4-clipman", below: try #require(manager).pid)
        }
    }

    private func stop(_ name: String, below ancestor: Int32) throws {
        let process = try #require(Self.process(name, below: ancestor), "no \(name)")
        try #require(kill(process, SIGSTOP) == 0)
        stopped = process
    }

    /// A process with that name (proc_pid_comm(5)) among the descendants of another.
    private static func process(_ name: String, below ancestor: Int32) -> Int32? {
        let children = textOfFile("/proc/\(ancestor)/task/\(ancestor)/children")
        for child in children.split(separator: " ").compactMap({ Int32($0) }) {
            if textOfFile("/proc/\(child)/comm") == name.prefix(15) + "\n" { return child }
            if let found = process(name, below: child) { return found }
        }
        return nil
    }

    /// Continues everything that was stopped.
    func resume() {
        if let stopped { kill(stopped, SIGCONT) }
        window.signal(SIGCONT)
    }

    /// No key is pressed, and each has its former meaning.
    func waitUntilTheKeyboardIsAsBefore() async throws {
        try await waitUntil("the keyboard is as before") {
            keyboard.keysDown == [] && keyboard.xtestKeymap == keymap
        }
    }
}

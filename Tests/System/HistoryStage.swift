import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// A session whose recogniser is a program that always prints the same words.
@EventLoopActor
final class HistoryStage {
    let scene: SpokenScene
    let window: XWindow
    let voice: SpokenFile
    var daemon: ChildProcess?
    var session: UtterSession { scene.session }

    init(
        _ history: String, inMemory: Bool = true, engine: String = "command",
        command: [String] = [UtterSession.program]
    ) async throws {
        scene = try await SpokenScene(
            UtterSession.recording + """
                [recognizer]
                engine = "\(engine)"
                command.command = ["echo", "hello period"]
                [text]
                plain_in = []
                [overlay]
                enabled = false
                [history]
                \(history)
                """, command: command, inMemory: inMemory)
        window = try await XWindow(.xterm, on: scene.display)
        voice = try await SpokenFile("hello there my friend")
    }

    func start() async throws {
        daemon = try await session.startDaemon()
    }

    func stop() async throws {
        daemon?.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon?.status != nil }
        #expect(daemon?.status == .exited(0))
    }

    func dictate() async throws {
        try await scene.dictate(voice.path)
    }

    var file: String {
        session.directory.appending(path: ".local/state/utter/history.jsonl").path
    }

    /// How often the log contains the words.
    func count(_ words: String) -> Int {
        session.log.text.components(separatedBy: words).count - 1
    }
}

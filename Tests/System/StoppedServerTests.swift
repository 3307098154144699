import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The recognition server doesn't answer, or its address can't be resolved.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"),
    .needs("openssl", package: "openssl"), .needs("cc", package: "gcc"),
    .needs("script", package: "bsdutils"))
struct StoppedServerTests {
    @EventLoopActor
    private func endsPromptly(
        _ scene: SpokenScene, _ environment: [String] = [], beforeStop: () -> Void
    ) async throws {
        let session = scene.session
        let voice = try await SpokenFile("hello")
        let window = try await XWindow(.xterm, on: scene.display)
        for cancels in [true, false] {
            let daemon = try session.spawnDaemon(environment)
            try await session.wait(for: "the engine") { $0.recognizer.state == .ready }
            try await session.beginDictation()
            try await scene.sound.play(voice.path)
            beforeStop()
            try await session.output("stop")
            try await session.wait(for: "the request") { $0.state == .processing }
            let limit = try await Promptness.second()
            let status = try await Promptness.time { _ = try await session.status() }
            #expect(status < limit)
            if cancels {
                let cancel = try await Promptness.time {
                    _ = try await session.connect().send(.cancel)
                    try await session.wait(for: "the end") { $0.state == .idle }
                }
                #expect(cancel < limit, "cancelled after \(cancel)")
            }
            let end = try await Promptness.timeToEnd(daemon)
            #expect(end < limit, "ended after \(end)")
            #expect(daemon.status == .exited(0), "\(session.log.text)")
        }
        withExtendedLifetime(window) {}
    }

    @EventLoopActor @Test func aStoppedServerHoldsNothingUp() async throws {
        let server = try await ModelServer()
        let scene = try await SpokenScene(
            UtterSession.recording + """
                [overlay]
                enabled = false
                [recognizer]
                engine = "server"
                server.live = "off"
                server.url = "http://127.0.0.1:\(server.port)/words/v1"
                """)
        try await endsPromptly(scene) { server.send(signal: SIGSTOP) }
    }

    /// libcurl resolves on a separate thread, and would wait for it.
    @EventLoopActor @Test func aNameThatIsNeverFoundHoldsNothingUp() async throws {
        let scene = try await SpokenScene(
            UtterSession.recording + """
                [overlay]
                enabled = false
                [recognizer]
                engine = "server"
                server.url = "https://speech.invalid"
                """)
        let asked = try await scene.session.authorize("yes\n")
        try #require(asked.status == .exited(0), "\(asked)")
        // As if the resolver's server were down.
        let library = scene.session.directory.appending(path: "resolver.so").path
        let source = scene.session.directory.appending(path: "resolver.c").path
        try "#include <unistd.h>\nint getaddrinfo(void) { for (;;) pause(); }\n".write(
            toFile: source, atomically: false, encoding: .utf8)
        let built = try await ProgramRun(["cc", "-shared", "-fPIC", "-o", library, source])
        try #require(built.status == .exited(0), "\(built.errors)")
        try await endsPromptly(scene, ["LD_PRELOAD=\(library)"]) {}
    }
}

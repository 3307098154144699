import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// A process that types continuously, to be killed.
@EventLoopActor
final class Victim {
    private let typist: TrialTypist
    private let display: String

    /// Starts it, and waits until its session has begun.
    init(on server: XServer) async throws {
        display = server.display
        typist = try TrialTypist(
            .xtest, Sample.world.text, isRepeated: true, environment: server.environment)
        var begun = false
        while !begun {
            try #require(!typist.hasEnded, "the victim ended")
            begun = try await server.run("xprop", "-root").contains("_UTTER_XTEST_SESSION")
        }
    }

    /// Kills it together with the guardian that would undo its changes: they stay until the next
    /// typing session.
    func kill() {
        typist.freeze(true)
        for name in Folder.names(in: "/proc") {
            guard let pid = Int32(name),
                textOfFile("/proc/\(name)/cmdline").hasSuffix("guard-typing\0\(display)\0")
            else { continue }
            Glibc.kill(pid, SIGKILL)
        }
        typist.kill()
    }
}

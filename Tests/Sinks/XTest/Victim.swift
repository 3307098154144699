import Glibc
import LinuxRuntime
import SinkXTest
import SystemPackage
import TestSupport
import Testing

/// A process that types continuously, to be killed: this test program again, in which
/// `FailureTests.aKilledTypistIsMended` detects that it is the victim.
@EventLoopActor
final class Victim {
    private static let variable = "UTTER_TEST_VICTIM_DISPLAY"
    private let process: ChildProcess
    private let display: String

    /// The display to type into, in the victim.
    static var display: String? { getenv(variable).map { String(cString: $0) } }

    /// The victim's work until it is killed.
    static func type(on display: String) async throws {
        let sink = XTestSink(display: display)
        while true { try await sink.insertText(Sample.world.typable) }
    }

    /// Starts it, and waits until its session has begun.
    init(on server: XServer) async throws {
        display = server.display
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        process = try ChildProcess(
            [
                "/proc/self/exe", "--testing-library", "swift-testing", "--filter",
                "aKilledTypistIsMended",
            ],
            environment: server.environment + ["\(Self.variable)=\(server.display)"],
            descriptors: [silence, silence, silence]
        ) { _ in }
        var begun = false
        while !begun {
            try #require(process.status == nil, "the victim ended")
            begun = try await server.run("xprop", "-root").contains("_UTTER_XTEST_SESSION")
        }
    }

    /// Kills it together with the guardian that would undo its changes: they stay until the next
    /// typing session.
    func kill() {
        process.send(signal: SIGSTOP)
        for name in Folder.names(in: "/proc") {
            guard let pid = Int32(name),
                textOfFile("/proc/\(name)/cmdline").hasSuffix("guard-typing\0\(display)\0")
            else { continue }
            Glibc.kill(pid, SIGKILL)
        }
        process.send(signal: SIGKILL)
        // The event loop reaps it later.
        waitid(P_PID, id_t(process.pid), nil, WEXITED | WNOWAIT)
    }
}

import Dictation
import Glibc
import LinuxRuntime
import SinkXTest
import SystemPackage
import TestSupport
import Testing

/// A process that types on and on, to be killed: this test program again, with one test.
final class Victim {
    static let variable = "UTTER_TEST_VICTIM_DISPLAY"
    private let process: ChildProcess

    /// Starts it, and waits until its session has begun.
    @EventLoopActor init(on server: XServer) async throws {
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        process = try ChildProcess(
            [
                "/proc/self/exe", "--testing-library", "swift-testing", "--filter",
                "VictimTests",
            ],
            environment: server.environment + ["\(Self.variable)=\(server.display)"],
            descriptors: [silence, silence, silence]) { _ in }
        var begun = false
        while !begun {
            try #require(process.status == nil, "the victim ended")
            begun = try await server.run("xprop", "-root").contains("_UTTER_XTEST_SESSION")
        }
    }

    /// Kills it; its connection to the X server is closed when this returns.
    func kill() {
        process.send(signal: SIGKILL)
        // The event loop reaps it later.
        waitid(P_PID, id_t(process.pid), nil, WEXITED | WNOWAIT)
    }
}

@Suite(
    .runningLoop,
    .enabled("only as the victim of another test") { getenv(Victim.variable) != nil })
struct VictimTests {
    @EventLoopActor @Test func typesForever() async throws {
        let sink = XTestSink(display: String(cString: getenv(Victim.variable)))
        while true { try await sink.insertText(Sample.world.typable) }
    }
}

import Dictation
import Glibc
import LinuxRuntime
import SinkXTest
import SystemPackage
import TestSupport
import Testing

/// A process that types on and on, to be killed: this test program again, where
/// `FailureTests.aKilledTypistIsMended` finds that it is the victim.
final class Victim {
    private static let variable = "UTTER_TEST_VICTIM_DISPLAY"
    private let process: ChildProcess

    /// The display to type into, in the victim.
    static var display: String? { getenv(variable).map { String(cString: $0) } }

    /// What the victim does until it is killed.
    @EventLoopActor static func type(on display: String) async throws {
        let sink = XTestSink(display: display)
        while true { try await sink.insertText(Sample.world.typable) }
    }

    /// Starts it, and waits until its session has begun.
    @EventLoopActor init(on server: XServer) async throws {
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        process = try ChildProcess(
            [
                "/proc/self/exe", "--testing-library", "swift-testing", "--filter",
                "aKilledTypistIsMended",
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

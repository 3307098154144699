import Glibc
import LinuxRuntime
import SinkKWin
import SystemPackage
import TestSupport

/// A process that types, to be killed: this test program again, in which the test detects that it is
/// the typist.
@EventLoopActor
final class KWinTypist {
    private nonisolated static let variable = "UTTER_TEST_KWIN_TYPIST"
    private let process: ChildProcess

    /// Ten lines of capitals, symbols with AltGr, and dead keys.
    nonisolated static let lines = (0..<10).map { number in
        "\(number): " + String(Sample.text(of: "de").dropFirst(number * 20).prefix(80))
    }
    nonisolated static let text = lines.map { $0 + "\n" }.joined()
    nonisolated static let end = "end"
    /// All that it types.
    nonisolated static let wholeText = "begun\n" + text + end + "\n"

    nonisolated static var isThis: Bool { getenv(variable) != nil }

    static func type() async throws {
        let variables = SessionVariables.own
        let sink = KWinSink(
            display: variables["WAYLAND_DISPLAY"], on: try SessionVariables.desktop(variables),
            launcher: OrdinaryUser.command([]))
        try await sink.prepare()
        try await sink.type("begun\n")
        try await sink.type(text + end + "\n")
        // Killed here at the latest.
        try await EventLoop.shared.sleep(for: .seconds(600))
    }

    /// - Parameters:
    ///   - environment: the session's variables; nil for those of this process.
    ///   - test: the name of the test that starts it.
    init(_ environment: [String]?, _ test: String) throws {
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        process = try ChildProcess(
            ["/proc/self/exe", "--testing-library", "swift-testing", "--filter", test],
            environment: (environment ?? SessionVariables.list) + ["\(Self.variable)=1"],
            descriptors: [silence, silence, silence]
        ) { _ in }
    }

    func freeze(_ isFrozen: Bool) { process.send(signal: isFrozen ? SIGSTOP : SIGCONT) }

    /// Its connection to the compositor is closed when this returns.
    func kill() {
        process.send(signal: SIGKILL)
        // The event loop reaps it later.
        waitid(P_PID, id_t(process.pid), nil, WEXITED | WNOWAIT)
    }
}

import Dictation
import Glibc
import LinuxRuntime
import SinkClipboardX11
import SystemPackage
import TestSupport

/// A process that pastes continuously, to be killed: this test program again, in which
/// `aKilledProcessLeavesNoText` detects that it is the victim.
@EventLoopActor
final class Victim {
    private static let variable = "UTTER_TEST_CLIPBOARD_VICTIM_DISPLAY"
    private let process: ChildProcess

    /// The display to paste into, in the victim.
    static var display: String? { getenv(variable).map { String(cString: $0) } }

    /// The victim's work until it is killed.
    static func paste(on display: String) async throws {
        let sink = X11ClipboardSink(display: display)
        while true {
            try? await sink.insertText(TypableText(cleaning: "dictated", lineBreaks: .keep))
        }
    }

    init(on server: XServer) throws {
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        process = try ChildProcess(
            [
                "/proc/self/exe", "--testing-library", "swift-testing", "--filter",
                "aKilledProcessLeavesNoText",
            ],
            environment: server.environment + ["\(Self.variable)=\(server.display)"],
            descriptors: [silence, silence, silence]
        ) { _ in }
    }

    /// Kills it; its connection to the X server is closed when this returns.
    func kill() {
        process.send(signal: SIGKILL)
        // The event loop reaps it later.
        waitid(P_PID, id_t(process.pid), nil, WEXITED | WNOWAIT)
    }
}

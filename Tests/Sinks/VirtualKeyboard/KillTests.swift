import Glibc
import LinuxRuntime
import SinkVirtualKeyboard
import SystemPackage
import TestSupport
import Testing

/// SIGKILL at any point of typing leaves no key down and no keymap changed.
@Suite(.runningLoop, .serialized, .needs("sway", "foot", package: "sway and foot"))
struct WaylandKillTests {
    @EventLoopActor @Test func aKilledTypistLeavesNothing() async throws {
        if let socket = Typist.socket { return try await Typist.type(into: socket) }
        try await withWindow(.foot) { sink, window, server in
            var random = SplitMix(seed: 3)
            let text = Typist.text
            var cutShort = 0
            for round in 0..<50 {
                let typist = try Typist(server)
                #expect(try await window.line() == "begun")
                let lines = Int(random.next() % 20)
                for number in 0..<lines {
                    #expect(try await window.line() == Typist.lines[number])
                }
                typist.kill()
                // First what had arrived by then, then what another keyboard types.
                try await sink.type("\nafter \(round): Größe, A, z\n")
                var rest: [String] = []
                while rest.last != "after \(round): Größe, A, z" {
                    rest.append(try await window.line())
                }
                let arrived = (Typist.lines[..<lines] + rest.dropLast()).joined(separator: "\n")
                #expect(text.hasPrefix(arrived))
                if arrived.count < text.count { cutShort += 1 }
            }
            print("killed in mid-text \(cutShort) of 50 times")
            #expect(cutShort >= 10)
        }
    }
}

/// A process that types, to be killed: this test program again, in which
/// `aKilledTypistLeavesNothing` detects that it is the typist.
private final class Typist {
    private static let variable = "UTTER_TEST_WAYLAND_TYPIST"
    private let process: ChildProcess

    /// 2,000 characters in 20 lines.
    static let lines = (0..<20).map { number in
        String(Sample.european.text.dropFirst(number * 99).prefix(99))
    }
    static let text = lines.map { $0 + "\n" }.joined()

    /// The compositor's socket, in the typist.
    static var socket: String? { getenv(variable).map { String(cString: $0) } }

    @EventLoopActor static func type(into socket: String) async throws {
        let sink = VirtualKeyboardSink(display: socket)
        try await sink.prepare()
        try await sink.type("begun\n")
        try await sink.type(text)
        // Killed here at the latest.
        try await EventLoop.shared.sleep(for: .seconds(600))
    }

    @EventLoopActor init(_ server: SwayServer) throws {
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        process = try ChildProcess(
            [
                "/proc/self/exe", "--testing-library", "swift-testing", "--filter",
                "aKilledTypistLeavesNothing",
            ],
            environment: server.environment + ["\(Self.variable)=\(server.socket)"],
            descriptors: [silence, silence, silence]
        ) { _ in }
    }

    /// Its connection to the compositor is closed when this returns.
    @EventLoopActor func kill() {
        process.send(signal: SIGKILL)
        // The event loop reaps it later.
        waitid(P_PID, id_t(process.pid), nil, WEXITED | WNOWAIT)
    }
}

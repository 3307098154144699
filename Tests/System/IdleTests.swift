import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// Idle means idle.
@Suite(.runningLoop) struct IdleTests {
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"),
        .needs("/usr/share/pocketsphinx/model/en-us", package: "pocketsphinx-en-us"))
    func theDaemonSleepsWhileNothingHappens() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        let daemon = try await session.startDaemon()
        try await Self.waitUntilQuiet(daemon.pid)
        let before = try Self.contextSwitches(daemon.pid)
        try await EventLoop.shared.sleep(for: .seconds(60))
        #expect(try Self.contextSwitches(daemon.pid) == before)
        #expect(try Self.threads(daemon.pid).count <= 3)
    }

    /// The clients of a wait before have left when nothing runs between two looks.
    @EventLoopActor static func waitUntilQuiet(_ pid: Int32) async throws {
        var before = try contextSwitches(pid)
        while true {
            try await EventLoop.shared.sleep(for: .milliseconds(200))
            let now = try contextSwitches(pid)
            if now == before { return }
            before = now
        }
    }

    private static func threads(_ pid: Int32) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
    }

    /// Of all threads, since each began (proc(5)).
    static func contextSwitches(_ pid: Int32) throws -> Int {
        try threads(pid).map { thread in
            // Nothing, if the thread has ended meanwhile.
            textOfFile("/proc/\(pid)/task/\(thread)/status").split(separator: "\n")
                .filter { $0.contains("ctxt_switches:") }
                .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
                .reduce(0, +)
        }.reduce(0, +)
    }
}

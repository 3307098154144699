import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// An idle daemon doesn't wake up.
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
        #expect(Self.proportionalMemory(daemon.pid) <= 15 << 20)
    }

    /// In bytes: memory that other processes use, too, counts in part (proc_pid_smaps(5)).
    private static func proportionalMemory(_ pid: Int32) -> Int {
        let line = textOfFile("/proc/\(pid)/smaps_rollup").split(separator: "\n")
            .first { $0.hasPrefix("Pss:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return kilobytes.map { $0 << 10 } ?? .max
    }

    /// The clients of an earlier wait have left when there is no activity between two looks.
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

    /// The sum over all threads, each since its start (proc(5)).
    static func contextSwitches(_ pid: Int32) throws -> Int {
        try threads(pid).map { thread in
            // Zero if the thread has ended in the meantime.
            textOfFile("/proc/\(pid)/task/\(thread)/status").split(separator: "\n")
                .filter { $0.contains("ctxt_switches:") }
                .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
                .reduce(0, +)
        }.reduce(0, +)
    }
}

import LinuxRuntime
public import Testing

/// What a process does while nothing happens to it.
public enum ProcessActivity {
    /// The context switches of all its threads, each since its start (proc(5)).
    public static func contextSwitches(_ pid: Int32) -> Int {
        Folder.names(in: "/proc/\(pid)/task").map { thread in
            // Zero if the thread has ended in the meantime.
            textOfFile("/proc/\(pid)/task/\(thread)/status").split(separator: "\n")
                .filter { $0.contains("ctxt_switches:") }
                .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
                .reduce(0, +)
        }.reduce(0, +)
    }

    /// Returns when there is no activity between two looks: the clients of an earlier wait have left.
    @EventLoopActor public static func waitUntilQuiet(_ pid: Int32) async throws {
        var before = contextSwitches(pid)
        for _ in 0..<900 {
            try await EventLoop.shared.sleep(for: .milliseconds(200))
            let now = contextSwitches(pid)
            if now == before { return }
            before = now
        }
        Issue.record("the process \(pid) doesn’t rest")
    }

    /// Expects that it rests, and that none of its timers will wake it within the next minute.
    @EventLoopActor public static func expectSleep(
        of pid: Int32, _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await waitUntilQuiet(pid)
        let before = contextSwitches(pid)
        let timers = timers(pid).filter { $0 <= .seconds(60) }
        #expect(timers.isEmpty, "\(what)", sourceLocation: sourceLocation)
        try await EventLoop.shared.sleep(for: .seconds(1))
        #expect(contextSwitches(pid) == before, "\(what)", sourceLocation: sourceLocation)
    }

    /// How long until each armed timer of timerfd_create(2) fires (proc_pid_fdinfo(5)).
    private static func timers(_ pid: Int32) -> [Duration] {
        Folder.names(in: "/proc/\(pid)/fdinfo").compactMap { number in
            let line = textOfFile("/proc/\(pid)/fdinfo/\(number)").split(separator: "\n")
                .first { $0.hasPrefix("it_value:") }
            let parts = line?.split { !$0.isNumber }.compactMap { Int64($0) } ?? []
            guard parts.count == 2, parts != [0, 0] else { return nil }
            return .seconds(parts[0]) + .nanoseconds(parts[1])
        }
    }
}

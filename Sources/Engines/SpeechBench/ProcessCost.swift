import Glibc
import LinuxRuntime

/// The cost of recognition so far: of this process, of its children including the programs that
/// they have waited for, and of the process in which an engine runs.
public struct ProcessCost: Sendable {
    /// The processor time in user and kernel mode, in seconds.
    public let processorSeconds: Double

    /// - Parameter process: the engine's, while there is one. When it has ended, its time is part
    ///   of the children's.
    public init(with process: Int32?) {
        // A program's text may be here before another thread has waited for its end, and only then
        // its time is in RUSAGE_CHILDREN.
        let children = Self.children.filter { $0 != process }
            .flatMap(ProcessFile.processorTimes).reduce(0, +)
        let own = [RUSAGE_SELF, RUSAGE_CHILDREN].map(Self.seconds).reduce(0, +)
        processorSeconds = own + children + (process.flatMap(Self.seconds) ?? 0)
    }

    /// The processes that this one has started and not yet waited for (proc_pid_task(5)).
    private static var children: [Int32] {
        Folder.names(in: "/proc/self/task").flatMap { thread in
            ProcessFile.text("task/\(thread)/children", of: getpid()).split(separator: " ")
                .compactMap { Int32($0) }
        }
    }

    /// getrusage(2)
    private static func seconds(_ who: __rusage_who) -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(who.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime]
            .map { Double($0.tv_sec) + Double($0.tv_usec) / 1_000_000 }.reduce(0, +)
    }

    /// The clock of another process's time (clock_getcpuclockid(3)); nil if there is none.
    private static func seconds(_ process: Int32) -> Double? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return nil
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    /// The most memory that a process had at once, in bytes: VmHWM of proc_pid_status(5), with the
    /// parts of libraries and model files that it used. Nil if the process is gone.
    public static func mostMemory(of process: Int32) -> Int? {
        for line in ProcessFile.text("status", of: process).split(separator: "\n") {
            let fields = line.split(whereSeparator: \.isWhitespace)
            if fields.first == "VmHWM:", fields.count > 1, let kilobytes = Int(fields[1]) {
                return kilobytes * 1024
            }
        }
        return nil
    }
}

import SystemPackage
import Testing

/// The kernel's counters of the event loop's thread, which `RunningLoop` names.
enum LoopThread {
    /// How often it went to sleep (proc_pid_status(5)).
    static func voluntarySwitches() throws -> Int {
        let status = try text("/proc/self/task/\(identifier.get())/status")
        let line = try #require(
            status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") })
        return try #require(Int(line.split(separator: "\t").last ?? ""))
    }

    private static let identifier = Result {
        // Thread numbers increase from the process's, and few are between it and the loop.
        let process = try #require(
            Int(try text("/proc/self/stat").prefix { $0 != " " }))
        return try #require(
            (process...process + 1000).first {
                (try? text("/proc/self/task/\($0)/comm")) == "event-loop\n"
            })
    }

    /// A file of /proc.
    private static func text(_ path: String) throws -> String {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        return try file.closeAfter {
            try String(unsafeUninitializedCapacity: 4096) {
                try file.read(into: UnsafeMutableRawBufferPointer($0))
            }
        }
    }
}

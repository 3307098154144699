import CLinux
import Glibc
import SystemPackage

extension ChildProcess {
    /// Runs a program to its end, with empty standard input.
    ///
    /// - Parameters:
    ///   - arguments: the program's name first; it is looked up in PATH.
    ///   - environment: `NAME=VALUE`, or nil for this process's.
    ///   - isQuiet: whether its standard error is discarded.
    /// - Returns: its exit status and its standard output; standard error is this process's unless
    ///   it is discarded.
    /// - Throws: `SystemError` if it can't be started, or (ETIMEDOUT) hasn't ended within `limit`;
    ///   `CancellationError`. In both latter cases it is killed.
    @EventLoopActor
    public static func output(
        of arguments: [String], environment: [String]? = nil, isQuiet: Bool = false,
        within limit: Duration
    ) async throws -> (status: ExitStatus, output: [UInt8]) {
        let pipe = try FileDescriptor.pipe()
        let reading = OwnedDescriptor(adopting: pipe.readEnd.rawValue)
        let ended = try OwnedDescriptor.event()
        let process: ChildProcess
        do {
            let writing = OwnedDescriptor(adopting: pipe.writeEnd.rawValue)
            let silence = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
            defer { try? silence.close() }
            // Watched by its number: the closure can't hold the descriptor itself.
            let number = ended.descriptor
            process = try ChildProcess(
                arguments, environment: environment,
                descriptors: [silence, writing.descriptor, isQuiet ? silence : nil]
            ) { _ in eventfd_write(number.rawValue, 1) }
        }
        // Only the child has the writing end open: when it closes, the output is complete.
        let deadline = MonotonicClock.nanoseconds + 1000 * limit.microseconds
        func wait(for descriptor: FileDescriptor) async throws {
            let left = max(0, deadline - MonotonicClock.nanoseconds)
            guard try await EventLoop.shared.ready(descriptor, within: .nanoseconds(left)) else {
                throw SystemError("run \(arguments[0])", .timedOut)
            }
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            try await wait(for: reading.descriptor)
            let count = try buffer.withUnsafeMutableBytes { try reading.descriptor.read(into: $0) }
            if count == 0 { break }
            output += buffer[..<count]
        }
        try await wait(for: ended.descriptor)
        return (process.status!, output)
    }
}

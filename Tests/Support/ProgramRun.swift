import Glibc
public import LinuxRuntime
import SystemPackage

/// What a program did that ran to its end.
public struct ProgramRun: Sendable {
    public let status: LinuxRuntime.ExitStatus
    /// Standard output.
    public let output: String
    /// Standard error.
    public let errors: String

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - environment: `NAME=VALUE`, all of it; this process's if nil.
    ///   - input: a file for standard input; nothing if nil.
    @EventLoopActor
    public init(
        _ arguments: [String], environment: [String]? = nil, input: String? = nil,
        within limit: Duration = .seconds(120)
    ) async throws {
        let (output, errors) = (try TemporaryFile(), try TemporaryFile())
        let descriptors = [
            try FileDescriptor.open(FilePath(input ?? "/dev/null"), .readOnly),
            try FileDescriptor.open(FilePath(output.path), .writeOnly),
            try FileDescriptor.open(FilePath(errors.path), .writeOnly),
        ]
        defer { for descriptor in descriptors { try? descriptor.close() } }
        let process = try ChildProcess(
            arguments, environment: environment, descriptors: descriptors) { _ in }
        try await waitUntil("\(arguments) ends", within: limit) { process.status != nil }
        status = process.status!
        self.output = output.text
        self.errors = errors.text
    }
}

import Glibc
public import LinuxRuntime
import SystemPackage

/// The result of a program that ran to its end.
public struct ProgramRun: Sendable {
    public let status: LinuxRuntime.ExitStatus
    /// Standard output.
    public let output: String
    /// Standard error.
    public let errors: String

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - environment: `NAME=VALUE`, all of it; nil for this process's.
    ///   - input: a file for standard input; nil for none.
    @EventLoopActor
    public init(
        _ arguments: [String], environment: [String]? = nil, input: String? = nil,
        within limit: Duration = .seconds(300)
    ) async throws {
        let (output, errors) = (try TemporaryFile(), try TemporaryFile())
        let descriptors = [
            try FileDescriptor.open(FilePath(input ?? "/dev/null"), .readOnly),
            try FileDescriptor.open(FilePath(output.path), .writeOnly),
            try FileDescriptor.open(FilePath(errors.path), .writeOnly),
        ]
        defer { for descriptor in descriptors { try? descriptor.close() } }
        let process = try ChildProcess(
            arguments, environment: environment, descriptors: descriptors
        ) { _ in }
        try await waitUntil("\(arguments) ends", within: limit) { process.status != nil }
        status = process.status!
        self.output = output.text
        self.errors = errors.text
    }
}

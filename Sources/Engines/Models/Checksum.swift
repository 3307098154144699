import LinuxRuntime
import Problems
import SystemPackage

/// Checksums of files, computed by sha256sum(1).
@EventLoopActor
enum Checksum {
    /// 64 hexadecimal digits in lower case. Takes seconds for each gigabyte.
    ///
    /// - Throws: a problem; `CancellationError`.
    static func sha256(of path: FilePath) async throws -> String {
        let (status, output) = try await Helper.run(
            // From standard input: names with line breaks are printed in another form.
            ["sh", "-c", "exec sha256sum <\"$1\"", "sh", path.string],
            for: "check “\(path)”")
        let digits = output.prefix { $0 != UInt8(ascii: " ") }
        guard status == .exited(0), digits.count == 64 else {
            throw Problem(
                "cannot check “\(path)”", why: "sha256sum ended with \(status)",
                remedy: "It is part of the package coreutils.")
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

/// Programs that do what takes long with a file, so that the event loop doesn't wait.
@EventLoopActor
enum Helper {
    /// - Parameter task: what it is run for: `copy “FILE”`.
    static func run(
        _ arguments: [String], for task: String
    ) async throws -> (status: ExitStatus, output: [UInt8]) {
        do {
            return try await ChildProcess.output(of: arguments, within: .seconds(3600))
        } catch let error as SystemError {
            throw Problem("cannot \(task)", why: "\(error)")
        }
    }
}

import Glibc
public import Problems
import SystemPackage

/// The key for a server. It is read for each request and put only into a header.
public struct ServerKey: Hashable, Sendable {
    /// A file that only the user may read; nil for the environment variable.
    public let file: String?
    /// The name of an environment variable.
    public let variable: String
    /// The name of the setting for the file: `[recognizer.server] key`.
    public let setting: String

    public init(file: String?, variable: String, setting: String) {
        (self.file, self.variable, self.setting) = (file, variable, setting)
    }

    /// The key for a server; nil if there is none.
    ///
    /// - Throws: why it can't be read or used, without quoting any of it.
    public func value(for origin: String) throws(Problem) -> String? {
        let text = try file.map(contents) ?? getenv(variable).map { String(cString: $0) }
        guard let text else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, words[0].utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw Problem(
                "cannot use the key of the server \(origin)",
                why: "it isn't one word of visible ASCII characters",
                remedy: "Look at \(file.map { "“\($0)”" } ?? variable).")
        }
        return String(words[0])
    }

    private func contents(_ path: String) throws(Problem) -> String {
        func problem(_ why: String, _ remedy: String = "") -> Problem {
            Problem("cannot read the server's key from “\(path)”", why: why, remedy: remedy)
        }
        do {
            let file = try FileDescriptor.open(
                FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
            return try file.closeAfter {
                var status = stat()
                guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                    throw problem("it isn't a regular file")
                }
                guard status.st_mode & 0o077 == 0 else {
                    throw problem("others may read it", "Run: chmod 600 \(path)")
                }
                var bytes = [UInt8](repeating: 0, count: 8192)
                let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
                return String(decoding: bytes[..<count], as: UTF8.self)
            }
        } catch let error as Problem {
            throw error
        } catch {
            throw problem("\(error)", "Write the key there, or correct \(setting).")
        }
    }
}

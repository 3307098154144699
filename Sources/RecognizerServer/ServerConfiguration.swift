public import Dictation
import Glibc
import SystemPackage

/// Which server recognises, and what it is told.
public struct ServerConfiguration: Sendable {
    public var address: ServerAddress
    /// The server's name of a model.
    public var model = "whisper-1"
    /// A BCP 47 tag, of which the server gets the language; nil to let it find out.
    public var language: String?
    /// Words that are to be expected, in a sentence or a list.
    public var prompt: String?
    /// A file with the key that the server asks for; nil for the one in the environment variable
    /// `UTTER_SERVER_KEY`, if any.
    public var keyFile: String?
    /// A file of certificates (PEM) to trust instead of the system's.
    public var authorities: String?
    public var limit: RecognitionLimit

    public init(address: ServerAddress, limit: RecognitionLimit) {
        self.address = address
        self.limit = limit
    }

    /// The key, read anew each time: it goes into one header, and nowhere else.
    func key() throws(Problem) -> String? {
        let key = try keyFile.map(Self.contents) ?? getenv("UTTER_SERVER_KEY").map {
            String(cString: $0)
        }
        guard let key else { return nil }
        let trimmed = key.split(whereSeparator: \.isWhitespace)
        guard trimmed.count == 1, trimmed[0].utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw Problem(
                "cannot use the key of the server \(address.origin)",
                why: "it isn't one word of visible ASCII characters",
                remedy: "Look at \(keyFile.map { "“\($0)”" } ?? "UTTER_SERVER_KEY").")
        }
        return String(trimmed[0])
    }

    private static func contents(_ path: String) throws(Problem) -> String {
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
            throw problem("\(error)", "Write the key there, or correct [recognizer] server_key.")
        }
    }
}

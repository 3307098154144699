import Glibc
import Problems
import SystemPackage

/// The first bytes of a GGUF file (ggml's docs/gguf.md).
enum GGUFHeader {
    /// What is wrong with a file that should begin with them; nil if nothing is.
    static func problem(of path: FilePath) -> Problem? {
        func problem(_ why: String, _ remedy: String) -> Problem {
            Problem("“\(path)” is no model that can be used", why: why, remedy: remedy)
        }
        do {
            // A pipe would wait for a writer.
            let file = try FileDescriptor.open(
                path, .readOnly, options: [.closeOnExec, .nonBlocking])
            defer { try? file.close() }
            var status = stat()
            guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return problem("it isn't a regular file", "Name a file in the format GGUF.")
            }
            var bytes = [UInt8](repeating: 0, count: 8)
            let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
            guard count == 8, Array(bytes[..<4]) == Array("GGUF".utf8) else {
                return problem(
                    "it isn't in the format GGUF",
                    "whisper.cpp's “ggml-….bin” and ONNX files are other formats.")
            }
            // Little-endian; a big-endian file has its zeros first.
            guard 2...3 ~= bytes[4], bytes[5...7].allSatisfy({ $0 == 0 }) else {
                return problem(
                    "it is in another version of the format GGUF", "Version 2 or 3 is needed.")
            }
            return nil
        } catch {
            return problem("\(error)", "")
        }
    }
}

public import AudioSamples
public import Problems
public import SystemPackage

extension NetworkWeights {
    /// The file's name, in the folder of transcribe.cpp's library.
    public static var fileName: String { "silero_vad_16k.safetensors" }

    /// The file has 1.2 MB.
    private static var longest: Int { 16 << 20 }

    /// Reads a file.
    ///
    /// - Throws: a problem if it can't be read, or has something else.
    public convenience init(_ path: FilePath) throws(Problem) {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            let bytes = try file.closeAfter {
                var bytes: [UInt8] = []
                var piece = [UInt8](repeating: 0, count: 1 << 16)
                while bytes.count < Self.longest {
                    let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
                    if count == 0 { break }
                    bytes += piece[..<count]
                }
                return bytes
            }
            try self.init(bytes: bytes)
        } catch {
            throw Problem(
                "cannot read the model that detects speech “\(path)”", why: "\(error)",
                remedy: "It comes with utter: install utter again.")
        }
    }
}

extension VoiceActivity {
    /// Speech detected by the network with these weights, or by loudness if they can't be read.
    public init(weights file: FilePath?) {
        self.init(file.flatMap { try? NetworkWeights($0) }.map { VoiceNetwork($0) })
    }
}

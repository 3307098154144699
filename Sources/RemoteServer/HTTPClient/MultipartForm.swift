public import Dictation

/// A form of fields and files (`multipart/form-data`, RFC 7578).
public struct MultipartForm: Sendable {
    private let boundary: String
    private var parts = HTTPBody()

    public init() {
        // 128 random bits: no field contains them by chance.
        var generator = SystemRandomNumberGenerator()
        let (high, low) = (generator.next(), generator.next())
        boundary = "utter-\(String(high, radix: 36))-\(String(low, radix: 36))"
    }

    /// - Parameter name: only letters, digits, `_` and `-`.
    public mutating func add(_ name: String, _ value: String) {
        begin("form-data; name=\"\(name)\"")
        parts.append("\r\n\(value)\r\n")
    }

    /// Adds sound as a WAV file, without copying it.
    ///
    /// - Parameters:
    ///   - name, file: only letters, digits and `_-./`.
    public mutating func add(_ name: String, wave file: String, _ sound: SoundPieces) {
        begin("form-data; name=\"\(name)\"; filename=\"\(file)\"")
        parts.append("Content-Type: audio/wav\r\n\r\n")
        parts.append(WaveFile.header(samples: sound.count))
        for samples in sound.pieces { parts.append(samples) }
        parts.append("\r\n")
    }

    private mutating func begin(_ disposition: String) {
        parts.append("--\(boundary)\r\nContent-Disposition: \(disposition)\r\n")
    }

    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    public var body: HTTPBody {
        var body = parts
        body.append("--\(boundary)--\r\n")
        return body
    }
}

public import AudioSamples
import Dictation

/// A form of fields and files (`multipart/form-data`, RFC 7578).
public struct MultipartForm: Sendable {
    struct Part: Sendable {
        enum Content: Sendable {
            case text(String)
            case wave(file: String, SoundPieces)
        }

        let name: String
        let content: Content
    }

    private(set) var parts: [Part] = []

    public init() {}

    public mutating func add(_ name: String, _ value: String) {
        parts.append(Part(name: name, content: .text(value)))
    }

    /// Adds sound as a WAV file, without copying it.
    ///
    /// - Parameter file: the file's name in the form.
    public mutating func add(_ name: String, wave file: String, _ sound: SoundPieces) {
        parts.append(Part(name: name, content: .wave(file: file, sound)))
    }
}

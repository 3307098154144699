public import SystemPackage

/// Why a file is no model.
public enum GGUFDefect: Error, Hashable, Sendable {
    case unreadable(Errno)
    case noFile
    case otherFormat
    case otherVersion(UInt32)
    case truncated
    case nonsense
    /// A model, but not of speech, with its architecture's name.
    case noSpeech(String)
    /// A file like whisper.cpp's, but of another model.
    case noWhisper

    /// The text goes after the model's name.
    public var why: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .noFile: "it isn't a regular file"
        case .otherFormat: "it has neither the GGUF format nor whisper.cpp's"
        case .otherVersion(let version): "it is GGUF of version \(version), not 2 or 3"
        case .truncated: "it ends too early: the download was not complete"
        case .nonsense: "its header makes no sense: it is damaged"
        case .noSpeech(let architecture):
            "it is a model of the kind “\(architecture)”, not one of speech for transcribe.cpp"
        case .noWhisper: "it begins like a model of whisper.cpp's, but isn't Whisper"
        }
    }
}

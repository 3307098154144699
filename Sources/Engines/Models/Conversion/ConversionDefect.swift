public import SystemPackage

/// Why a folder can't be converted.
public enum ConversionDefect: Error, Hashable, Sendable {
    /// The file's name, and why.
    case unreadable(String, Errno)
    /// It is no regular file.
    case noFile(String)
    /// `model.bin` isn't CTranslate2's.
    case otherFormat
    case otherVersion(UInt32)
    /// With the kind of model.
    case noWhisper(String)
    case truncated(String)
    /// The file, named here, has an impossible value.
    case nonsense(String)
    /// A variable of `model.bin` is missing, or a key of another file.
    case missing(String, in: String)
    /// A variable of `model.bin` has other dimensions than the others demand.
    case otherShape(String)
    /// A variable of `model.bin` isn't of 16 or 32 bits.
    case quantised(String)
    /// A weight is infinite, or none at all.
    case noNumber(String)
    /// The model differs from Whisper in what can't be written, with the name of the variable.
    case otherModel(String)
    /// The longest window in seconds that the model has.
    case windowTooLong(Int)
    case unwritable(Errno)

    /// The name of the file of the folder that it is about; nil if it is about none of them.
    public var file: String? {
        switch self {
        case .unreadable(let file, _), .noFile(let file), .truncated(let file), .nonsense(let file),
            .missing(_, let file):
            file
        case .windowTooLong, .unwritable: nil
        default: "model.bin"
        }
    }

    /// The text goes after the name of the file or the model.
    public var why: String {
        switch self {
        case .unreadable(_, let error), .unwritable(let error): "\(error)"
        case .noFile: "it isn't a regular file"
        case .otherFormat: "it isn't in CTranslate2's format"
        case .otherVersion(let version): "it is CTranslate2's format of version \(version), not 6"
        case .noWhisper(let kind): "it is a model of the kind “\(kind)”, not Whisper"
        case .truncated: "it ends too early: the download was not complete"
        case .nonsense: "its content makes no sense: it is damaged"
        case .missing(let name, _): "“\(name)” is missing"
        case .otherShape(let name): "“\(name)” has a size that doesn't fit the rest of the model"
        case .quantised(let name): "“\(name)” is already quantised to less than 16 bits"
        case .noNumber(let name): "“\(name)” has numbers that are infinite or NaN"
        case .otherModel(let name): "it differs from Whisper in “\(name)”"
        case .windowTooLong(let seconds): "its window has no more than \(seconds) s"
        }
    }
}

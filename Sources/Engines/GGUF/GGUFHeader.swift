import Glibc
public import SystemPackage

/// The values in the header of a model file that matter before the library loads it. The format:
/// <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>; or whisper.cpp's older one
/// (``WhisperCppLayout``).
public struct GGUFHeader: Hashable, Sendable {
    /// The library's name for the kind of model: `parakeet`.
    public private(set) var architecture = ""
    /// In the form in which the model wants to be told one: `de-DE`, `de`.
    public private(set) var languages: [String] = []
    private var detectsLanguage = false
    private var hasTranslation = false
    /// Whether a Parakeet model is told the language.
    private var hasLanguagePrompt = false
    /// How many seconds of sound a Whisper computes, however short what was said: 5 to 30.
    public private(set) var window = 30
    /// The numbers that say a Whisper's window: all of them, or none if one isn't there.
    public private(set) var windowNumbers: [WindowNumber] = []
    /// Whether it has a key of the kinds of models that transcribe.cpp reads.
    private var isOfSpeech = false

    /// Reads a file's header, some milliseconds, and compares what it says with the file's length.
    public init(of path: FilePath) throws(GGUFDefect) {
        do {
            // A pipe would wait for a writer.
            let file = try FileDescriptor.open(
                path, .readOnly, options: [.closeOnExec, .nonBlocking])
            self = try file.closeAfter {
                var status = stat()
                guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                    throw GGUFDefect.noFile
                }
                return try GGUFHeader(file, bytes: Int(status.st_size))
            }
        } catch {
            throw error as? GGUFDefect ?? .unreadable(error as? Errno ?? .ioError)
        }
    }

    /// - Parameters:
    ///   - file: open for reading, at its beginning.
    ///   - length: the file's.
    private init(_ file: FileDescriptor, bytes length: Int) throws(GGUFDefect) {
        var bytes = GGUFBytes(file)
        switch try bytes.number(UInt32.self) {
        case Self.magic: try take(&bytes, length)
        case WhisperCppLayout.magic:
            let layout = try WhisperCppLayout(&bytes, of: file, length)
            (architecture, languages) = ("whisper", layout.languages)
            detectsLanguage = layout.languages.count > 1
            hasTranslation = detectsLanguage
        default: throw .otherFormat
        }
    }

    /// The letters `GGUF`.
    static let magic: UInt32 = 0x4655_4747

    /// - Parameter bytes: what follows the magic number.
    private mutating func take(_ bytes: inout GGUFBytes, _ length: Int) throws(GGUFDefect) {
        // Little-endian; a big-endian file has its zeros first.
        let version = try bytes.number(UInt32.self)
        guard (2...3).contains(version) else { throw .otherVersion(version) }
        let (tensors, pairs) = (try bytes.count(), try bytes.count())
        var alignment = 32
        for _ in 0..<pairs {
            let key = try bytes.text()
            let start = bytes.offset
            let value = try Value(&bytes, wanted: Self.keys.contains(key))
            // A type and a number of four bytes.
            if let perSecond = WindowNumber.keys[key], bytes.offset - start == 8 {
                windowNumbers.append(WindowNumber(offset: start + 4, perSecond: perSecond))
            }
            if key == "general.alignment", case .number(let number) = value {
                guard number > 0, number <= 1 << 20 else { throw .nonsense }
                alignment = Int(number)
            }
            if key.hasPrefix("stt.") { isOfSpeech = true }
            take(key, value)
        }
        if windowNumbers.count < WindowNumber.keys.count { windowNumbers = [] }
        guard isOfSpeech else { throw .noSpeech(Self.shown(architecture)) }
        var end = 0
        for _ in 0..<tensors { end = max(end, try Self.tensorEnd(&bytes)) }
        let start = (bytes.offset + alignment - 1) / alignment * alignment
        guard length >= start + end else { throw .truncated }
    }

    /// A text of a file from anywhere, for messages.
    private static func shown(_ text: String) -> String {
        let characters = text.filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
        }
        return characters.isEmpty ? "?" : String(characters.prefix(40))
    }

    /// How the model gets to know the language.
    public var languageUse: LanguageUse {
        if languages.count < 2 { return .one }
        switch architecture {
        case "parakeet": return hasLanguagePrompt ? .told : .detects
        case "canary", "cohere": return .told
        default: return detectsLanguage ? .optional : .told
        }
    }

    /// Whether it can write in English what is said in another language. Others than Whispers are
    /// untried.
    public var translates: Bool { architecture == "whisper" && hasTranslation }

    private static let keys: Set<String> = [
        "general.alignment", "general.architecture", "general.languages",
        "stt.capability.lang_detect", "stt.capability.translate", "stt.frontend.chunk_length",
        "stt.parakeet.prompt.dictionary.locales",
    ]

    private mutating func take(_ key: String, _ value: Value) {
        switch (key, value) {
        case ("general.architecture", .text(let text)): architecture = text
        case ("general.languages", .texts(let texts)): languages = texts
        case ("stt.capability.lang_detect", .number(let number)): detectsLanguage = number != 0
        case ("stt.capability.translate", .number(let number)): hasTranslation = number != 0
        case ("stt.frontend.chunk_length", .number(let number)):
            if (5...30).contains(number) { window = Int(number) }
        case ("stt.parakeet.prompt.dictionary.locales", .texts): hasLanguagePrompt = true
        default: break
        }
    }

    /// The description of a tensor: where its data end, from the first one's beginning.
    private static func tensorEnd(_ bytes: inout GGUFBytes) throws(GGUFDefect) -> Int {
        try bytes.skip(try bytes.count())
        let dimensions = try bytes.number(UInt32.self)
        guard dimensions <= 8 else { throw .nonsense }
        var elements = 1
        for _ in 0..<dimensions {
            let (count, overflow) = elements.multipliedReportingOverflow(
                by: Int(truncatingIfNeeded: try bytes.number(UInt64.self)))
            guard !overflow, count >= 0, count < 1 << 40 else { throw .nonsense }
            elements = count
        }
        let type = try bytes.number(UInt32.self)
        let offset = Int(truncatingIfNeeded: try bytes.number(UInt64.self))
        guard offset >= 0, offset < 1 << 44 else { throw .nonsense }
        // A type that isn't known here counts as empty: the library knows better.
        guard let (block, size) = GGMLBlock.sizes[type] else { return offset }
        return offset + elements / block * size
    }
}

/// A value of the header.
enum Value {
    case number(UInt64)
    case text(String)
    case texts([String])
    case other

    /// - Parameter wanted: false to skip the value.
    init(_ bytes: inout GGUFBytes, wanted: Bool) throws(GGUFDefect) {
        let type = try bytes.number(UInt32.self)
        switch type {
        case 8 where wanted: self = .text(try bytes.text())
        case 8, 6, 12:
            try Self.skip(type, 1, &bytes)
            self = .other
        case 9:
            let (element, count) = (try bytes.number(UInt32.self), try bytes.count())
            guard wanted, element == 8 else {
                try Self.skip(element, count, &bytes)
                self = .other
                return
            }
            var texts: [String] = []
            for _ in 0..<count { texts.append(try bytes.text()) }
            self = .texts(texts)
        default:
            guard let size = Self.sizes[type] else { throw .nonsense }
            var number: UInt64 = 0
            for place in 0..<size { number |= UInt64(try bytes.byte()) << (8 * UInt64(place)) }
            self = .number(number)
        }
    }

    private static func skip(
        _ type: UInt32, _ count: Int, _ bytes: inout GGUFBytes
    ) throws(GGUFDefect) {
        if let size = sizes[type] {
            try bytes.skip(size * count)
        } else if type == 8 {
            for _ in 0..<count { try bytes.skip(try bytes.count()) }
        } else {
            throw .nonsense
        }
    }

    /// In bytes; texts and arrays have none.
    private static let sizes: [UInt32: Int] = [
        0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8,
    ]
}

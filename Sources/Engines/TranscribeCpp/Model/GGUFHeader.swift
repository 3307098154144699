import SystemPackage

/// What the header of a model file says, as far as it matters before the library loads it. The
/// format: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>.
struct GGUFHeader: Hashable, Sendable {
    /// The library's name for the kind of model: `parakeet`.
    var architecture = ""
    /// In the form in which the model wants to be told one.
    var languages: [String] = []
    var streams = false
    var detectsLanguage = false
    /// How a Parakeet model sees what is around a moment of sound.
    var contextStyle = ""
    /// Whether a Parakeet model is told the language.
    var hasLanguagePrompt = false
    /// The size that the file must have at least, in bytes.
    var size = 0

    /// Reads a file's header.
    ///
    /// - Parameter file: open for reading, at its beginning.
    init(_ file: FileDescriptor) throws(GGUFDefect) {
        var bytes = GGUFBytes(file)
        for letter in "GGUF".utf8 where try bytes.byte() != letter {
            throw GGUFDefect(why: "it is no GGUF file")
        }
        let version = try bytes.number(UInt32.self)
        guard (2...3).contains(version) else {
            throw GGUFDefect(why: "it is GGUF of version \(version), not 2 or 3")
        }
        let (tensors, pairs) = (try bytes.count(), try bytes.count())
        var alignment = 32
        for _ in 0..<pairs {
            let key = try bytes.text()
            let value = try Value(&bytes, wanted: Self.keys.contains(key))
            if key == "general.alignment", case .number(let number) = value {
                guard number > 0, number <= 1 << 20 else { throw .nonsense }
                alignment = Int(number)
            }
            take(key, value)
        }
        var end = 0
        for _ in 0..<tensors { end = max(end, try Self.tensorEnd(&bytes)) }
        let start = (bytes.offset + alignment - 1) / alignment * alignment
        size = start + end
    }

    private static let keys: Set<String> = [
        "general.alignment", "general.architecture", "general.languages",
        "stt.capability.streaming", "stt.capability.lang_detect",
        "stt.parakeet.encoder.att_context_style", "stt.parakeet.prompt.dictionary.locales",
    ]

    private mutating func take(_ key: String, _ value: Value) {
        switch (key, value) {
        case ("general.architecture", .text(let text)): architecture = text
        case ("general.languages", .texts(let texts)): languages = texts
        case ("stt.capability.streaming", .number(let number)): streams = number != 0
        case ("stt.capability.lang_detect", .number(let number)): detectsLanguage = number != 0
        case ("stt.parakeet.encoder.att_context_style", .text(let text)): contextStyle = text
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
        guard let (block, size) = blocks[type] else { return offset }
        return offset + elements / block * size
    }

    /// ggml's types of numbers: how many make a block, and its bytes.
    private static let blocks: [UInt32: (Int, Int)] = [
        0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
        10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),
        24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 30: (1, 2),
    ]
}

/// A value of the header.
private enum Value {
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

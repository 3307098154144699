import SystemPackage

/// A file of whisper.cpp's (`ggml-base.bin`), but for the numbers of its tensors. The format, in
/// numbers of 32 bits, little-endian: the letters `lmgg`; eleven sizes; the filters of the sound's
/// bands, their numbers behind two sizes; the tokens, each a length and bytes, behind their count; then
/// the tensors, up to the file's end: the number of dimensions, the name's length and the type, the
/// dimensions, the name, the numbers. Its window is always Whisper's own, 30 s.
struct WhisperCppLayout {
    /// The letters `lmgg`.
    static let magic: UInt32 = 0x6767_6d6c

    let languages: [String]

    /// Reads all but the numbers, some milliseconds.
    ///
    /// - Parameters:
    ///   - bytes: what follows the magic number.
    ///   - file: the same file.
    ///   - length: the file's.
    init(
        _ bytes: inout GGUFBytes, of file: FileDescriptor, _ length: Int
    ) throws(GGUFDefect) {
        var sizes: [Int32] = []
        for _ in 0..<11 { sizes.append(try bytes.number(Int32.self)) }
        let (tokens, layers, bands) = (sizes[0], [sizes[4], sizes[8]], sizes[9])
        // Files of other models begin alike, such as those that detect speech.
        guard let languages = Self.languages[tokens],
            layers.allSatisfy({ (1...64).contains($0) }), bands == 80 || bands == 128
        else { throw .noWhisper }
        self.languages = languages

        let (rows, columns) = (try bytes.number(Int32.self), try bytes.number(Int32.self))
        guard rows == bands, columns == 201 else { throw .nonsense }
        try bytes.skip(4 * Int(rows) * Int(columns))

        let count = try bytes.number(Int32.self)
        guard (1...tokens).contains(count) else { throw .nonsense }
        for _ in 0..<count {
            let token = try bytes.number(UInt32.self)
            guard token <= 1024 else { throw .nonsense }
            try bytes.skip(Int(token))
        }

        var (offset, tensors) = (bytes.offset, 0)
        while offset < length, tensors < Self.mostTensors {
            offset = try Self.tensorEnd(file, at: offset)
            tensors += 1
        }
        guard tensors > 0, offset <= length else { throw .truncated }
        guard offset == length else { throw .nonsense }
    }

    /// By the number of tokens: one for English alone, one for each generation of the others.
    private static let languages: [Int32: [String]] = [
        51_864: ["en"], 51_865: WhisperLanguages.codes.dropLast(), 51_866: WhisperLanguages.codes,
    ]

    /// The largest Whisper has 1,300.
    private static let mostTensors = 10_000

    /// Where a tensor ends that begins at an offset; perhaps behind the end of the file.
    private static func tensorEnd(
        _ file: FileDescriptor, at offset: Int
    ) throws(GGUFDefect) -> Int {
        let head = try numbers(3, of: file, at: offset)
        let (dimensions, name) = (Int(head[0]), Int(head[1]))
        guard (1...4).contains(dimensions), (1...256).contains(name),
            let block = GGMLBlock.sizes[head[2]]
        else { throw .nonsense }
        var elements = 1
        for size in try numbers(dimensions, of: file, at: offset + 12) {
            elements *= Int(size)
            // Two numbers of 32 bits have a product; nor does it become more than can be.
            guard size > 0, elements < 1 << 31 else { throw .nonsense }
        }
        guard elements % block.count == 0 else { throw .nonsense }
        return offset + 12 + 4 * dimensions + name + elements / block.count * block.bytes
    }

    private static func numbers(
        _ count: Int, of file: FileDescriptor, at offset: Int
    ) throws(GGUFDefect) -> [UInt32] {
        let bytes: [UInt8]
        do {
            bytes = try [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, done in
                done = try file.read(
                    fromAbsoluteOffset: Int64(offset), into: UnsafeMutableRawBufferPointer(buffer))
            }
        } catch {
            throw .unreadable(error as? Errno ?? .ioError)
        }
        guard bytes.count == 4 * count else { throw .truncated }
        return bytes.withUnsafeBytes { bytes in
            (0..<count).map { place in
                UInt32(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self))
            }
        }
    }
}

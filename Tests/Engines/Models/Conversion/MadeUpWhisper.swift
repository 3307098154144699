import Foundation
import SystemPackage
import TestSupport

/// A folder with a Whisper model in CTranslate2's format that knows nothing: one layer on each side, 32
/// numbers wide, for two seconds of sound. Its numbers follow a rule, so that it is the same each time.
struct MadeUpWhisper {
    /// A variable of `model.bin`.
    struct Variable {
        var name: String
        var shape: [Int]
        /// CTranslate2's number for the type: 0 for 32 bits, 2 for integers of 16, 4 for halves.
        var type: UInt8
        var bytes: [UInt8]
    }

    static let (width, inner, bands, tokens) = (32, 64, 4, 40)
    private static let control = [
        "<|endoftext|>", "<|startoftranscript|>", "<|translate|>", "<|transcribe|>",
        "<|startofprev|>", "<|notimestamps|>", "<|en|>", "<|de|>",
    ]

    var version: UInt32 = 6
    var kind = "WhisperSpec"
    var variables: [Variable] = []
    var aliases = [("decoder/projection/weight", "decoder/embeddings/weight")]
    var tokenizer: String
    var configuration = """
        {"lang_ids": [6, 7], "suppress_ids": [1, 2], "suppress_ids_begin": [0, 9]}
        """

    /// - Parameters:
    ///   - halves: whether the weights have 16 bits, else 32.
    ///   - tokens: how many the weights are for.
    ///   - positions: of the sound, 50 a second.
    init(halves: Bool = false, tokens: Int = tokens, positions: Int = 100) {
        let control = Self.control.enumerated().map { number, token in
            #"{"id": \#(number), "content": "\#(token)", "special": true}"#
        }.joined(separator: ", ")
        // One merge as text, and one as a pair: both are written by others.
        tokenizer = """
            {"model": {"vocab": {"a": 8, "b": 9, "Ġb": 10, "ab": 11}, "merges": ["a b", ["Ġ", "b"]]},
             "added_tokens": [\(control), {"id": 12, "content": "\u{e9}", "special": false}]}
            """
        let (width, inner) = (Self.width, Self.inner)
        add("decoder/activation", 3)
        add("decoder/embeddings/weight", [tokens, width], halves)
        linear("encoder/conv1", [width, Self.bands, 3], halves)
        linear("encoder/conv2", [width, width, 3], halves)
        for (side, positions) in [("encoder", positions), ("decoder", 20)] {
            add("\(side)/num_heads", 2)
            add("\(side)/position_encodings/encodings", [positions, width], halves)
            norm("\(side)/layer_norm", halves)
            let layer = "\(side)/layer_0"
            norm("\(layer)/self_attention/layer_norm", halves)
            linear("\(layer)/self_attention/linear_0", [3 * width, width], halves, keys: 1)
            linear("\(layer)/self_attention/linear_1", [width, width], halves)
            if side == "decoder" {
                norm("\(layer)/attention/layer_norm", halves)
                linear("\(layer)/attention/linear_0", [width, width], halves)
                linear("\(layer)/attention/linear_1", [2 * width, width], halves, keys: 0)
                linear("\(layer)/attention/linear_2", [width, width], halves)
            }
            norm("\(layer)/ffn/layer_norm", halves)
            linear("\(layer)/ffn/linear_0", [inner, width], halves)
            linear("\(layer)/ffn/linear_1", [width, inner], halves)
        }
    }

    subscript(name: String) -> Variable {
        get { variables.first { $0.name == name }! }
        set { variables[variables.firstIndex { $0.name == name }!] = newValue }
    }

    // MARK: Variables

    /// A whole number.
    mutating func add(_ name: String, _ number: Int16) {
        variables.append(
            Variable(name: name, shape: [], type: 2, bytes: Self.bytes(of: number)))
    }

    private mutating func add(
        _ name: String, _ shape: [Int], _ halves: Bool, zeros: Range<Int>? = nil
    ) {
        let count = shape.reduce(1, *)
        let numbers = (0..<count).map { place -> Float in
            if zeros?.contains(place) == true { return 0 }
            return Float((place * 7919 + variables.count * 104_729) % 2001 - 1000) / 800
        }
        variables.append(
            Variable(
                name: name, shape: shape, type: halves ? 4 : 0,
                bytes: numbers.flatMap {
                    halves ? Self.bytes(of: Float16($0).bitPattern) : Self.bytes(of: $0.bitPattern)
                }))
    }

    private mutating func norm(_ name: String, _ halves: Bool) {
        add("\(name)/gamma", [Self.width], halves)
        add("\(name)/beta", [Self.width], halves)
    }

    /// - Parameter keys: which part of it belongs to the keys, which have no bias.
    private mutating func linear(
        _ name: String, _ shape: [Int], _ halves: Bool, keys: Int? = nil
    ) {
        add("\(name)/weight", shape, halves)
        add(
            "\(name)/bias", [shape[0]], halves,
            zeros: keys.map { $0 * Self.width..<($0 + 1) * Self.width })
    }

    static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    // MARK: Files

    /// `model.bin`.
    var bytes: [UInt8] { file.bytes }

    /// `model.bin`, and the places in it of what is no number of a weight.
    var file: (bytes: [UInt8], structure: [Int]) {
        func text(_ text: String) -> [UInt8] {
            Self.bytes(of: UInt16(text.utf8.count + 1)) + Array(text.utf8) + [0]
        }
        var bytes = Self.bytes(of: version) + text(kind) + Self.bytes(of: UInt32(3))
        bytes += Self.bytes(of: UInt32(variables.count))
        var structure = Array(bytes.indices)
        for variable in variables {
            let start = bytes.count
            bytes += text(variable.name) + [UInt8(variable.shape.count)]
            for size in variable.shape { bytes += Self.bytes(of: UInt32(size)) }
            bytes += [variable.type] + Self.bytes(of: UInt32(variable.bytes.count))
            structure += start..<bytes.count
            bytes += variable.bytes
        }
        let start = bytes.count
        bytes += Self.bytes(of: UInt32(aliases.count))
        for (alias, name) in aliases { bytes += text(alias) + text(name) }
        return (bytes, structure + (start..<bytes.count))
    }

    /// Writes the folder's files.
    func write(to folder: ScratchDirectory) throws {
        try Data(bytes).write(to: URL(filePath: folder.path("model.bin")))
        try folder.write(tokenizer, to: "tokenizer.json")
        try folder.write(configuration, to: "config.json")
    }
}

import Foundation
import SystemPackage
import TestSupport

extension WhisperCppFile {
    /// The weights of a Whisper in the format GGUF, English only.
    init(gguf data: Data) {
        self.init()
        var reader = GGUFReader(data)
        let model = reader.model()
        tokens = model.tokens.prefix(50_257).map(Self.bytes(of:))
        for (name, shape, type, bytes) in model.tensors {
            switch name {
            case "frontend.mel_filterbank":
                bands = shape[1]
                filters = bytes.withUnsafeBytes { raw in
                    (0..<shape[0] * shape[1]).map {
                        raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
                    }
                }
            case "frontend.window": break
            default:
                if name == "enc.pos_emb.weight" { width = shape[0] }
                tensors.append(
                    Tensor(Self.name(name), shape: shape, type: type, bytes: Array(bytes)))
            }
        }
        vocabulary = tensors.first { $0.name == "decoder.token_embedding.weight" }?.shape[1] ?? 0
        // All heads are 64 wide.
        heads = width / 64
        encoderLayers = layers("encoder")
        decoderLayers = layers("decoder")
    }

    private func layers(_ side: String) -> Int {
        tensors.count { $0.name.hasPrefix(side) && $0.name.hasSuffix(".mlp.0.weight") }
    }

    /// The name in whisper.cpp's files.
    private static func name(_ name: String) -> String {
        let isEncoder = name.hasPrefix("enc.")
        let words = [
            ("enc.", "encoder."), ("dec.", "decoder."), ("pos_emb.weight", "positional_embedding"),
            ("token_embd", "token_embedding"), ("conv.0", "conv1"), ("conv.1", "conv2"),
            ("final_norm", isEncoder ? "ln_post" : "ln"), ("norm_attn", "attn_ln"),
            ("norm_self", "attn_ln"), ("norm_cross", "cross_attn_ln"), ("norm_ffn", "mlp_ln"),
            ("self_attn", "attn"), (".q.", ".query."), (".k.", ".key."), (".v.", ".value."),
            ("ffn.fc1", "mlp.0"), ("ffn.fc2", "mlp.2"),
        ]
        return words.reduce(name) { $0.replacing($1.0, with: $1.1) }
    }

    /// A token's bytes: GGUF has a letter for each, as GPT-2's vocabulary.
    private static func bytes(of token: String) -> [UInt8] {
        token.unicodeScalars.map { letters[$0] ?? UInt8(ascii: "?") }
    }

    private static let letters: [Unicode.Scalar: UInt8] = {
        let shown = Array(33...126) + Array(161...172) + Array(174...255)
        let hidden = (0...255).filter { !shown.contains($0) }
        let pairs =
            shown.map { (Unicode.Scalar($0)!, UInt8($0)) }
            + hidden.enumerated().map { (Unicode.Scalar(256 + $0)!, UInt8($1)) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}

/// The model with the format GGUF, as `utter models convert` makes it, but with Whisper's own window of
/// 30 s.
func withWholeWindow(_ data: Data) -> Data {
    var reader = GGUFReader(data)
    let model = reader.model()
    // The positions of the sound are the file's last tensor: the rest of them follows.
    let last = model.tensors[model.tensors.count - 1]
    precondition(last.name == "enc.pos_emb.weight")
    var whole = data
    func write(_ number: some FixedWidthInteger, at place: Int) {
        withUnsafeBytes(of: number) { whole.replaceSubrange(place..<place + $0.count, with: $0) }
    }
    for (key, number) in [
        ("stt.whisper.encoder.max_source_positions", 1500), ("stt.frontend.chunk_length", 30),
        ("stt.frontend.n_samples", 480_000), ("stt.frontend.nb_max_frames", 3000),
    ] { write(UInt32(number), at: reader.values[key]!) }
    write(UInt64(1500), at: reader.lastShape + 8)
    whole.append(contentsOf: sines(last.shape[0], positions: last.shape[1]..<1500))
    return whole
}

/// The positions of Whisper's encoder.
private func sines(_ width: Int, positions: Range<Int>) -> [UInt8] {
    let half = width / 2
    let step = log(10_000) / Double(half - 1)
    var bytes: [UInt8] = []
    for position in positions {
        for place in 0..<width {
            let angle = Double(position) * exp(-step * Double(place % half))
            withUnsafeBytes(of: Float(place < half ? sin(angle) : cos(angle))) { bytes += $0 }
        }
    }
    return bytes
}

/// Reads right files only.
private struct GGUFReader {
    typealias Tensor = (name: String, shape: [Int], type: UInt32, bytes: Data)

    private let data: Data
    private var next = 8
    /// The places of the pairs' values, behind their types.
    private(set) var values: [String: Int] = [:]
    /// The place of the last tensor's dimensions.
    private(set) var lastShape = 0

    init(_ data: Data) { self.data = data }

    private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        defer { next += Number.bitWidth / 8 }
        return data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: next, as: Number.self) }
    }

    private mutating func text() -> String {
        let count = Int(number(UInt64.self))
        defer { next += count }
        return String(decoding: data[next..<next + count], as: UTF8.self)
    }

    private static let sizes: [UInt32: Int] = [0: 1, 1: 1, 4: 4, 5: 4, 6: 4, 7: 1]

    private mutating func texts() -> [String] {
        let type = number(UInt32.self)
        switch type {
        case 8: return [text()]
        case 9:
            let (element, count) = (number(UInt32.self), Int(number(UInt64.self)))
            if element == 8 { return (0..<count).map { _ in text() } }
            next += count * Self.sizes[element]!
        default: next += Self.sizes[type]!
        }
        return []
    }

    mutating func model() -> (tokens: [String], tensors: [Tensor]) {
        let (count, pairs) = (Int(number(UInt64.self)), Int(number(UInt64.self)))
        var tokens: [String] = []
        for _ in 0..<pairs {
            let key = text()
            values[key] = next + 4
            let texts = texts()
            if key == "tokenizer.ggml.tokens" { tokens = texts }
        }
        let heads = (0..<count).map { _ in
            let name = text()
            let dimensions = number(UInt32.self)
            lastShape = next
            let shape = (0..<dimensions).map { _ in Int(number(UInt64.self)) }
            return (name, shape, number(UInt32.self), Int(number(UInt64.self)))
        }
        let start = (next + 31) / 32 * 32
        let tensors = heads.map { name, shape, type, offset -> Tensor in
            let elements = shape.reduce(1, *)
            let bytes = type == 8 ? elements / 32 * 34 : elements * (type == 1 ? 2 : 4)
            return (name, shape, type, data[(start + offset)..<(start + offset + bytes)])
        }
        return (tokens, tensors)
    }
}

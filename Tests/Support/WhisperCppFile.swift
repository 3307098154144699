/// A Whisper in whisper.cpp's format, `ggml-NAME.bin`.
public struct WhisperCppFile {
    /// The dimension whose numbers lie side by side comes first.
    public struct Tensor {
        public var name: String
        public var shape: [Int]
        /// ggml's number for it: 0 for 32 bits, 1 for 16, 8 for blocks of 8.
        public var type: UInt32
        public var bytes: [UInt8]

        public init(_ name: String, shape: [Int], type: UInt32, bytes: [UInt8]) {
            (self.name, self.shape, self.type, self.bytes) = (name, shape, type, bytes)
        }
    }

    /// How many tokens there are: 51,864 for English alone.
    public var vocabulary = 51_864
    public var (width, heads, encoderLayers, decoderLayers, bands) = (32, 2, 1, 1, 80)
    /// As they are written, without those for control.
    public var tokens: [[UInt8]] = []
    /// Of 201 frequencies for each band.
    public var filters: [Float] = []
    public var tensors: [Tensor] = []

    public init() {}

    /// One that knows nothing: all of its numbers are zeros.
    public static func madeUp(vocabulary: Int = 51_864) -> Self {
        var file = Self()
        file.vocabulary = vocabulary
        file.filters = Array(repeating: 0, count: 201 * file.bands)
        file.tokens = (0..<256).map { [UInt8($0)] }
        let (width, inner) = (file.width, 4 * file.width)
        func add(_ name: String, _ shape: [Int], type: UInt32 = 0) {
            let bytes = shape.reduce(1, *) * (type == 0 ? 4 : 2)
            file.tensors.append(
                Tensor(name, shape: shape, type: type, bytes: Array(repeating: 0, count: bytes)))
        }
        func linear(_ name: String, _ shape: [Int], hasBias: Bool = true) {
            add("\(name).weight", shape, type: 1)
            if hasBias { add("\(name).bias", [shape[shape.count - 1]]) }
        }
        func norm(_ name: String) {
            add("\(name).weight", [width])
            add("\(name).bias", [width])
        }
        add("decoder.token_embedding.weight", [width, vocabulary], type: 1)
        linear("encoder.conv1", [3, file.bands, width])
        linear("encoder.conv2", [3, width, width])
        for (side, positions, last) in [("encoder", 1500, "ln_post"), ("decoder", 448, "ln")] {
            add("\(side).positional_embedding", [width, positions])
            norm("\(side).\(last)")
            let block = "\(side).blocks.0"
            for attention in side == "encoder" ? ["attn"] : ["attn", "cross_attn"] {
                norm("\(block).\(attention)_ln")
                for part in ["query", "key", "value", "out"] {
                    linear("\(block).\(attention).\(part)", [width, width], hasBias: part != "key")
                }
            }
            norm("\(block).mlp_ln")
            linear("\(block).mlp.0", [width, inner])
            linear("\(block).mlp.2", [inner, width])
        }
        return file
    }

    // MARK: Bytes

    public var bytes: [UInt8] { file.bytes }

    /// The file, and where its tensors begin.
    public var file: (bytes: [UInt8], tensors: [Int]) {
        var bytes: [UInt8] = []
        func add(_ number: some BitwiseCopyable) {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        add(UInt32(0x6767_6d6c))
        for size in [
            vocabulary, 1500, width, heads, encoderLayers, 448, width, heads, decoderLayers, bands,
            1,
        ] { add(UInt32(size)) }
        for size in [bands, filters.count / bands] { add(UInt32(size)) }
        for number in filters { add(number) }
        add(UInt32(tokens.count))
        for token in tokens {
            add(UInt32(token.count))
            bytes += token
        }
        var starts: [Int] = []
        for tensor in tensors {
            starts.append(bytes.count)
            add(UInt32(tensor.shape.count))
            add(UInt32(tensor.name.utf8.count))
            add(tensor.type)
            for size in tensor.shape { add(UInt32(size)) }
            bytes += tensor.name.utf8
            bytes += tensor.bytes
        }
        return (bytes, starts)
    }
}

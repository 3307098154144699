import GGUF

/// A tensor of the converted file.
struct Tensor {
    /// Where its numbers come from.
    enum Source {
        case computed([Float])
        /// From there on in `model.bin`.
        case file(offset: Int, CTranslate2Model.Element)
    }

    let description: GGUFLayout.Tensor
    let source: Source

    var count: Int { description.shape.reduce(1, *) }
}

/// The weights of a Whisper model: from CTranslate2's names and shapes to transcribe.cpp's.
struct WhisperTensors {
    /// One of the model's two halves.
    struct Half {
        var layers = 0
        var heads = 0
        /// Positions of the text or, a hundredth of a second times two, of the sound.
        var positions = 0
        /// The width of the layers' inner networks.
        var inner = 0
    }

    /// In the order of the converted file.
    private(set) var tensors: [Tensor] = []
    private(set) var encoder = Half()
    private(set) var decoder = Half()
    /// Of the layers.
    let width: Int
    /// Bands of frequencies of the sound.
    let bands: Int
    /// Tokens.
    let vocabulary: Int

    private let model: CTranslate2Model
    /// By the converted file's names.
    private var named: [String: Tensor] = [:]

    /// - Parameter window: how much sound the converted model reads at once, in seconds, 1 at least.
    init(_ model: CTranslate2Model, window: Int) throws(ConversionDefect) {
        self.model = model
        let embeddings = "decoder/embeddings/weight"
        let shape = try model.variable(embeddings).shape
        let bandShape = try model.variable("encoder/conv1/weight").shape
        guard shape.count == 2, shape[0] > 0, shape[1] > 0, shape[1] % 32 == 0 else {
            throw .otherShape(embeddings)
        }
        guard bandShape.count == 3, (1...1000).contains(bandShape[1]) else {
            throw .otherShape("encoder/conv1/weight")
        }
        (vocabulary, width, bands) = (shape[0], shape[1], bandShape[1])
        try checkKind()
        try add("dec.token_embd.weight", embeddings, shape)
        try addLinear("enc.conv.0", "encoder/conv1", [width, bands, 3])
        try addLinear("enc.conv.1", "encoder/conv2", [width, width, 3])
        encoder = try addHalf("enc", "encoder", positions: 50 * window)
        decoder = try addHalf("dec", "decoder", positions: nil)
        tensors = [
            Tensor(
                description: .init(
                    "frontend.mel_filterbank", shape: [WhisperFrontEnd.frequencies, bands],
                    type: .f32),
                source: .computed(WhisperFrontEnd.filters(bands))),
            Tensor(
                description: .init(
                    "frontend.window", shape: [WhisperFrontEnd.transformed], type: .f32),
                source: .computed(WhisperFrontEnd.window)),
        ]
        tensors += named.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Checks the values that the converted file states for every Whisper.
    private func checkKind() throws(ConversionDefect) {
        // 3 is GELU.
        for (name, value) in [
            ("decoder/activation", 3), ("decoder/pre_norm", 1), ("decoder/alibi", 0),
            ("decoder/scale_embeddings", 0), ("decoder/start_from_zero_embedding", 0),
        ] {
            guard try model.number(name) ?? value == value else { throw .otherModel(name) }
        }
        // The tokens that are written have the weights of those that are read.
        let projection = "decoder/projection/weight"
        guard try model.variable(projection) == model.variable("decoder/embeddings/weight") else {
            throw .otherModel(projection)
        }
    }

    // MARK: The halves

    /// - Parameter positions: how many are used, the first ones; nil for all. They are sines, and the
    ///   first ones serve alone.
    private mutating func addHalf(
        _ short: String, _ side: String, positions: Int?
    ) throws(ConversionDefect) -> Half {
        var half = Half()
        let encodings = "\(side)/position_encodings/encodings"
        let shape = try model.variable(encodings).shape
        guard shape.count == 2, shape[0] > 0 else { throw .otherShape(encodings) }
        half.positions = positions ?? shape[0]
        guard half.positions <= shape[0] else { throw .windowTooLong(shape[0] / 50) }
        try add(
            "\(short).pos_emb.weight", encodings, [shape[0], width], rows: 0..<half.positions)
        try addNorm("\(short).final_norm", "\(side)/layer_norm")

        let heads = "\(side)/num_heads"
        guard let count = try model.number(heads) else { throw .missing(heads, in: "model.bin") }
        guard count > 0, width % count == 0 else { throw .otherShape(heads) }
        half.heads = count
        // Of whichever there is a part; `addLayer` demands all.
        let parts = model.variables.keys.filter { $0.hasPrefix("\(side)/layer_") }
        half.layers =
            Set(parts.map { $0.split(separator: "/")[1] }).subtracting(["layer_norm"]).count
        let first = "\(side)/layer_0/ffn/linear_0/bias"
        half.inner = try model.variable(first).shape.first ?? 0
        guard half.inner > 0, half.inner % 32 == 0 else { throw .otherShape(first) }
        for number in 0..<half.layers {
            try addLayer(
                "\(short).blocks.\(number)", "\(side)/layer_\(number)", inner: half.inner)
        }
        return half
    }

    private mutating func addLayer(
        _ block: String, _ source: String, inner: Int
    ) throws(ConversionDefect) {
        let isEncoder = source.hasPrefix("encoder")
        let own = "\(block).\(isEncoder ? "attn" : "self_attn")"
        let square = [width, width]
        try addNorm(
            "\(block).\(isEncoder ? "norm_attn" : "norm_self")",
            "\(source)/self_attention/layer_norm")
        try addParts(own, ["q", "k", "v"], "\(source)/self_attention/linear_0")
        try addLinear("\(own).out", "\(source)/self_attention/linear_1", square)
        if !isEncoder {
            let cross = "\(block).cross_attn"
            try addNorm("\(block).norm_cross", "\(source)/attention/layer_norm")
            try addLinear("\(cross).q", "\(source)/attention/linear_0", square)
            try addParts(cross, ["k", "v"], "\(source)/attention/linear_1")
            try addLinear("\(cross).out", "\(source)/attention/linear_2", square)
        }
        try addNorm("\(block).norm_ffn", "\(source)/ffn/layer_norm")
        try addLinear("\(block).ffn.fc1", "\(source)/ffn/linear_0", [inner, width])
        try addLinear("\(block).ffn.fc2", "\(source)/ffn/linear_1", [width, inner])
    }

    // MARK: The parts of a layer

    private mutating func addNorm(_ name: String, _ source: String) throws(ConversionDefect) {
        try add("\(name).weight", "\(source)/gamma", [width])
        try add("\(name).bias", "\(source)/beta", [width])
    }

    private mutating func addLinear(
        _ name: String, _ source: String, _ shape: [Int]
    ) throws(ConversionDefect) {
        try add("\(name).weight", "\(source)/weight", shape)
        try add("\(name).bias", "\(source)/bias", [shape[0]])
    }

    /// Queries, keys and values (over the sound: keys and values) are one matrix of CTranslate2's.
    /// Keys have no bias in Whisper: there it has zeros.
    private mutating func addParts(
        _ name: String, _ parts: [String], _ source: String
    ) throws(ConversionDefect) {
        for (index, part) in parts.enumerated() {
            let (rows, all) = (index * width..<(index + 1) * width, parts.count * width)
            try add("\(name).\(part).weight", "\(source)/weight", [all, width], rows: rows)
            let bias = "\(source)/bias"
            if part == "k" {
                let start = try place(of: bias, [all], row: rows.lowerBound)
                let bytes = try model.bytes(width * start.element.bytes, at: start.offset)
                // Minus zero doesn't count as zero.
                guard bytes.allSatisfy({ $0 == 0 }) else { throw .otherModel(bias) }
            } else {
                try add("\(name).\(part).bias", bias, [all], rows: rows)
            }
        }
    }

    /// - Parameters:
    ///   - shape: the one that the variable must have.
    ///   - rows: those that become the tensor; nil for all.
    private mutating func add(
        _ name: String, _ source: String, _ shape: [Int], rows: Range<Int>? = nil
    ) throws(ConversionDefect) {
        let start = try place(of: source, shape, row: rows?.lowerBound ?? 0)
        // The library wants these so: single numbers exact, convolutions in halves.
        let type: GGUFNumberType =
            if shape.count == 1 || name.contains(".pos_emb.") {
                .f32
            } else {
                shape.count == 3 ? .f16 : .q8_0
            }
        let taken = [rows?.count ?? shape[0]] + shape.dropFirst()
        named[name] = Tensor(
            description: .init(name, shape: taken.reversed(), type: type),
            source: .file(offset: start.offset, start.element))
    }

    /// Where a row of a variable begins in the file.
    private func place(
        of name: String, _ shape: [Int], row: Int
    ) throws(ConversionDefect) -> (offset: Int, element: CTranslate2Model.Element) {
        let variable = try model.variable(name)
        guard variable.element == .f16 || variable.element == .f32 else { throw .quantised(name) }
        guard variable.shape == shape else { throw .otherShape(name) }
        let size = shape.dropFirst().reduce(variable.element.bytes, *)
        return (variable.offset + row * size, variable.element)
    }
}

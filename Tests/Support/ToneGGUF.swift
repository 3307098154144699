internal import Glibc
internal import LinuxRuntime
internal import SystemPackage

/// A model for the real libtranscribe that recognises two words: “Low”, a tone of 300 Hz, and
/// “high”, one of 3 kHz. It is a Parakeet with an encoder of one layer that passes on how loud both
/// tones are; the decoder writes a word where its tone begins. ``ToneModel/tone(_:_:)`` makes sounds
/// for it. No package has a model of a language.
public struct ToneGGUF {
    /// What the header says.
    public struct Header {
        public var architecture = "parakeet"
        public var languages = ["en"]
        public var streams = true
        /// Whether it says that it can translate.
        public var translates = false
        /// Whether it is told the language, as Nemotron is: `de-DE` and such.
        public var languagePrompt: [String] = []

        public init() {}
    }

    public let path: String
    private let directory: ScratchDirectory?

    /// - Parameter folder: where to put it; nil for a new directory.
    public init(
        _ name: String = "tones", in folder: String? = nil, _ header: Header = Header()
    ) throws {
        directory = folder == nil ? try ScratchDirectory("transcribe") : nil
        path = "\(folder ?? directory!.path)/\(name).gguf"
        try write(Self.bytes(header))
    }

    /// Replaces the file.
    public func write(_ bytes: [UInt8]) throws {
        let file = try FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .truncate],
            permissions: .ownerReadWrite)
        _ = try file.closeAfter { try file.writeAll(bytes) }
    }

    // MARK: The format GGUF

    private enum Value {
        case number(UInt32)
        case real(Float)
        case flag(Bool)
        case text(String)
        case texts([String])
        case numbers([Int32])
        case reals([Float])
    }

    private struct Writer {
        var bytes: [UInt8] = []

        mutating func add(_ number: some BitwiseCopyable) {
            withUnsafeBytes(of: number) { bytes += $0 }
        }

        mutating func add(text: String) {
            add(UInt64(text.utf8.count))
            bytes += Array(text.utf8)
        }

        mutating func pad(to alignment: Int) {
            while bytes.count % alignment != 0 { bytes.append(0) }
        }

        private mutating func add<Element>(
            array: [Element], type: UInt32, _ addOne: (inout Writer, Element) -> Void
        ) {
            add(UInt32(9))
            add(type)
            add(UInt64(array.count))
            for element in array { addOne(&self, element) }
        }

        mutating func add(_ key: String, _ value: Value) {
            add(text: key)
            switch value {
            case .number(let number):
                add(UInt32(4))
                add(number)
            case .real(let real):
                add(UInt32(6))
                add(real)
            case .flag(let flag):
                add(UInt32(7))
                add(UInt8(flag ? 1 : 0))
            case .text(let text):
                add(UInt32(8))
                add(text: text)
            case .texts(let texts): add(array: texts, type: 8) { $0.add(text: $1) }
            case .numbers(let numbers): add(array: numbers, type: 5) { $0.add($1) }
            case .reals(let reals): add(array: reals, type: 6) { $0.add($1) }
            }
        }
    }

    /// The file's bytes: header, descriptions of the tensors, their numbers.
    public static func bytes(_ header: Header = Header()) -> [UInt8] {
        var (writer, data) = (Writer(), Writer())
        writer.bytes = Array("GGUF".utf8)
        writer.add(UInt32(3))
        let (pairs, tensors) = (pairs(of: header), tensors)
        writer.add(UInt64(tensors.count))
        writer.add(UInt64(pairs.count))
        for (key, value) in pairs { writer.add(key, value) }
        for tensor in tensors {
            data.pad(to: 32)
            writer.add(text: tensor.name)
            writer.add(UInt32(tensor.shape.count))
            for count in tensor.shape { writer.add(UInt64(count)) }
            writer.add(UInt32(0))
            writer.add(UInt64(data.bytes.count))
            for number in tensor.numbers { data.add(number) }
        }
        writer.pad(to: 32)
        data.pad(to: 32)
        return writer.bytes + data.bytes
    }

    // MARK: The model

    private static let (bins, width, inner, kernel, memory, joint) = (64, 8, 8, 3, 4, 2)
    private static let words = ["<unk>", "▁Low", "▁high", "."]
    /// With the blank, which is the last.
    private static var symbols: Int { words.count + 1 }

    private struct Tensor {
        let name: String
        /// The dimension whose numbers lie side by side comes first.
        let shape: [Int]
        var numbers: [Float]

        init(_ name: String, _ shape: [Int], all value: Float = 0) {
            (self.name, self.shape) = (name, shape)
            numbers = Array(repeating: value, count: shape.reduce(1, *))
        }

        init(_ name: String, _ shape: [Int], _ numbers: [Float]) {
            (self.name, self.shape, self.numbers) = (name, shape, numbers)
        }

        /// Each row is one number of the result.
        init(_ name: String, _ columns: Int, _ rows: Int, _ entries: [(Int, Int, Float)]) {
            self.init(name, [columns, rows])
            for (row, column, value) in entries { numbers[row * columns + column] = value }
        }
    }

    private static var tensors: [Tensor] { frontEnd + layer + decoder }

    /// Each step of eight frames has the mean of every eighth bin; of these the difference between
    /// low and high.
    private static var frontEnd: [Tensor] {
        let name = "enc.pre_encode."
        let middle: [Float] = [0, 0, 0, 1 / 3, 1 / 3, 1 / 3, 0, 0, 0]
        var tensors: [Tensor] = []
        for (place, bias) in [(0, 20), (2, 0), (5, 0)] as [(Int, Float)] {
            tensors.append(Tensor("\(name)conv.\(place).weight", [3, 3, 1, 1], middle))
            tensors.append(Tensor("\(name)conv.\(place).bias", [1], all: bias))
        }
        for place in [3, 6] {
            tensors.append(Tensor("\(name)conv.\(place).weight", [1, 1, 1, 1], all: 1))
            tensors.append(Tensor("\(name)conv.\(place).bias", [1]))
        }
        var offsets = [Float](repeating: 0, count: width)
        (offsets[0], offsets[1]) = (-2, -2)
        return tensors + [
            Tensor(
                "\(name)out.weight", bins / 8, width,
                [(0, 1, 1), (0, 5, -1), (1, 5, 1), (1, 1, -1)]),
            Tensor("\(name)out.bias", [width], offsets),
        ]
    }

    /// A layer that changes nothing but the scale.
    private static var layer: [Tensor] {
        let name = "enc.blocks.0."
        var tensors: [Tensor] = []
        for norm in ["ff1", "attn", "conv", "ff2", "out"] {
            tensors.append(Tensor("\(name)norm_\(norm).weight", [width], all: 1))
            tensors.append(Tensor("\(name)norm_\(norm).bias", [width]))
        }
        for forward in ["ff1", "ff2"] {
            tensors.append(Tensor("\(name)\(forward).linear1.weight", [width, inner]))
            tensors.append(Tensor("\(name)\(forward).linear2.weight", [inner, width]))
        }
        for part in ["q", "k", "v", "out", "pos"] {
            tensors.append(Tensor("\(name)attn.linear_\(part).weight", [width, width]))
        }
        for bias in ["u", "v"] {
            tensors.append(Tensor("\(name)attn.pos_bias_\(bias)", [width, 1]))
        }
        return tensors + [
            Tensor("\(name)conv.pointwise1.weight", [1, width, 2 * width]),
            Tensor("\(name)conv.depthwise.weight", [kernel, 1, width]),
            Tensor("\(name)conv.pointwise2.weight", [1, width, width]),
            Tensor("\(name)conv.bn.weight", [width], all: 1),
            Tensor("\(name)conv.bn.bias", [width]),
            Tensor("\(name)conv.bn.running_mean", [width]),
            Tensor("\(name)conv.bn.running_var", [width], all: 1),
        ]
    }

    /// A word where its tone is and the last word is another; else the blank.
    private static var decoder: [Tensor] {
        // The memory's gates let in all of the new word and keep nothing of the old one.
        let gates: [Float] = [20, -20, 0, 20].flatMap { [Float](repeating: $0, count: memory) }
        return [
            Tensor("pred.embed.weight", memory, symbols, [(1, 0, 1), (2, 1, 1)]),
            Tensor(
                "pred.lstm.0.Wx", memory, 4 * memory,
                (0..<memory).map { (2 * memory + $0, $0, 5) }),
            Tensor("pred.lstm.0.Wh", [memory, 4 * memory]),
            Tensor("pred.lstm.0.bias", [4 * memory], gates),
            Tensor("joint.enc.weight", width, joint, [(0, 0, 1), (1, 1, 1)]),
            Tensor("joint.enc.bias", [joint]),
            Tensor("joint.pred.weight", memory, joint, [(0, 0, -100), (1, 1, -100)]),
            Tensor("joint.pred.bias", [joint]),
            Tensor("joint.out.weight", joint, symbols, [(1, 0, 1), (2, 1, 1)]),
            Tensor("joint.out.bias", [symbols], [-50, 0, 0, -50, 1]),
        ]
    }

    private static func pairs(of header: Header) -> [(String, Value)] {
        let (model, encoder) = ("stt.parakeet.", "stt.parakeet.encoder.")
        var pairs: [(String, Value)] = [
            ("general.architecture", .text(header.architecture)),
            ("general.languages", .texts(header.languages)),
            ("stt.variant", .text("tones")),
            ("stt.capability.streaming", .flag(header.streams)),
            ("stt.capability.translate", .flag(header.translates)),
            ("tokenizer.ggml.model", .text("unigram")),
            ("tokenizer.ggml.tokens", .texts(words)),
            ("tokenizer.ggml.scores", .reals([0, -1, -2, -3])),
            ("tokenizer.ggml.token_type", .numbers([3, 1, 1, 1])),
            ("tokenizer.ggml.unknown_token_id", .number(0)),
            (encoder + "att_context_style", .text("chunked_limited_with_rc")),
            (encoder + "att_chunk_left_choices", .numbers([70])),
            (encoder + "att_chunk_chunk_choices", .numbers([1, 2, 7, 13])),
            (encoder + "att_chunk_right_choices", .numbers([0, 1, 2, 3, 4, 7, 13])),
            (model + "head_kind", .text("rnnt")), (model + "joint.activation", .text("relu")),
            ("stt.frontend.type", .text("mel")), ("stt.frontend.window", .text("hann")),
            ("stt.frontend.normalize", .text("none")),
        ]
        let numbers: [(String, Int)] = [
            (encoder + "n_layers", 1), (encoder + "d_model", width), (encoder + "n_heads", 1),
            (encoder + "d_ff", inner), (encoder + "conv_kernel", kernel),
            (encoder + "subsampling_factor", 8), (encoder + "subsampling_channels", 1),
            (encoder + "pos_emb_max_len", 512), (model + "predictor.hidden", memory),
            (model + "predictor.n_layers", 1), (model + "predictor.vocab", symbols),
            (model + "joint.hidden", joint), (model + "joint.num_extra_outputs", 0),
            ("stt.frontend.num_mels", bins), ("stt.frontend.sample_rate", 16_000),
            ("stt.frontend.n_fft", 512), ("stt.frontend.win_length", 400),
            ("stt.frontend.hop_length", 160),
        ]
        pairs += numbers.map { ($0, .number(UInt32($1))) }
        let reals: [(String, Float)] = [
            ("dither", 0), ("pre_emphasis", 0.97), ("f_min", 0), ("f_max", 8000),
        ]
        pairs += reals.map { ("stt.frontend." + $0, .real($1)) }
        if !header.languagePrompt.isEmpty {
            pairs.append((model + "prompt.dictionary.locales", .texts(header.languagePrompt)))
        }
        return pairs
    }
}

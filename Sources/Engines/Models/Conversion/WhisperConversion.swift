import GGUF
public import SystemPackage

/// The conversion of a Whisper model from CTranslate2's format (a folder with `model.bin`,
/// `config.json` and `tokenizer.json`, weights of 16 or 32 bits) to one file in the format GGUF with
/// weights of 8 bits. The same folder gives the same bytes: what is done to the weights is exact in
/// IEEE 754, and the file has no date.
public struct WhisperConversion {
    /// How much sound the converted model reads at once, in seconds. It computes that much whatever is
    /// said, so a shorter window takes less time; the segments of a dictation fit.
    public static let usualWindow = 15

    /// The length of the converted file in bytes.
    public let bytes: Int
    private let model: CTranslate2Model
    private let tensors: [Tensor]
    private let head: [UInt8]

    /// Whether a folder has a Whisper in CTranslate2's format, judging by the weights' names and
    /// places.
    public static func isPossible(with folder: FilePath) -> Bool {
        (try? CTranslate2Model(in: folder)) != nil
    }

    /// Reads all but the weights, and checks it.
    ///
    /// - Parameters:
    ///   - name: the model's, for users: `Whisper tiny.en`.
    ///   - window: in seconds, from 1; Whisper was made with 30.
    public init(
        _ folder: FilePath, name: String, window: Int = usualWindow
    ) throws(ConversionDefect) {
        model = try CTranslate2Model(in: folder)
        let weights = try WhisperTensors(model, window: window)
        let vocabulary = try WhisperVocabulary(in: folder, size: weights.vocabulary)
        tensors = weights.tensors
        let layout = GGUFLayout(
            try Self.pairs(name, weights, vocabulary, window), tensors.map(\.description))
        (head, bytes) = (layout.head, layout.length)
    }

    /// Writes the file, from the descriptor's position on. Other work of the same thread gets its turn
    /// in between.
    ///
    /// - Parameter file: open for writing.
    /// - Throws: `ConversionDefect`, or `CancellationError` if the task is cancelled.
    public func write(to file: FileDescriptor) async throws {
        try file.put(head)
        let writer = TensorWriter(model: model, file: file)
        for tensor in tensors { try await writer.write(tensor) }
    }
}

// MARK: - What the file says

extension WhisperConversion {
    private typealias Pairs = [(key: String, value: GGUFLayout.Value)]

    private static func pairs(
        _ name: String, _ weights: WhisperTensors, _ vocabulary: WhisperVocabulary, _ window: Int
    ) throws(ConversionDefect) -> Pairs {
        try general(name, vocabulary) + half("encoder", weights.encoder, weights)
            + half("decoder", weights.decoder, weights) + decoding(weights, vocabulary)
            + frontEnd(weights, window)
    }

    private static func general(
        _ name: String, _ vocabulary: WhisperVocabulary
    ) throws(ConversionDefect) -> Pairs {
        let end = GGUFLayout.Value.number(try vocabulary.number(of: "<|endoftext|>"))
        let isMultilingual = GGUFLayout.Value.flag(vocabulary.isMultilingual)
        return [
            ("general.architecture", .text("whisper")), ("general.name", .text(name)),
            ("general.basename", .text("whisper")), ("general.author", .text("OpenAI")),
            ("general.license", .text("mit")),
            // Weights of 8 bits.
            ("general.file_type", .number(7)),
            ("general.languages", .texts(vocabulary.languages)),
            (
                "stt.variant",
                .text(String(name.lowercased().map { $0 == " " ? "-" : $0 }))
            ),
            ("stt.capability.lang_detect", isMultilingual),
            ("stt.capability.translate", isMultilingual),
            ("stt.capability.timestamps", .flag(true)),
            ("tokenizer.ggml.model", .text("gpt2")), ("tokenizer.ggml.pre", .text("gpt2")),
            ("tokenizer.ggml.tokens", .texts(vocabulary.tokens)),
            ("tokenizer.ggml.token_type", .numbers(vocabulary.kinds)),
            ("tokenizer.ggml.merges", .texts(vocabulary.merges)),
            ("tokenizer.ggml.bos_token_id", end), ("tokenizer.ggml.eos_token_id", end),
            ("tokenizer.ggml.padding_token_id", end),
            ("tokenizer.ggml.add_bos_token", .flag(false)),
        ]
    }

    private static func half(
        _ side: String, _ half: WhisperTensors.Half, _ weights: WhisperTensors
    ) -> Pairs {
        let positions = side == "encoder" ? "max_source_positions" : "max_target_positions"
        let numbers = [
            ("n_layers", half.layers), ("d_model", weights.width), ("n_heads", half.heads),
            ("ffn_dim", half.inner), (positions, half.positions),
        ]
        return numbers.map { ("stt.whisper.\(side).\($0)", .number(UInt32($1))) }
            + [("stt.whisper.\(side).activation", .text("gelu"))]
    }

    private static func decoding(
        _ weights: WhisperTensors, _ vocabulary: WhisperVocabulary
    ) throws(ConversionDefect) -> Pairs {
        var pairs: Pairs = [
            ("encoder.num_mel_bins", .number(UInt32(weights.bands))),
            ("decoder.vocab_size", .number(UInt32(weights.vocabulary))),
            ("decoder.tie_word_embeddings", .flag(true)),
            ("decoder.scale_embedding", .flag(false)),
        ]
        for (key, token) in [
            ("decoder_start", "<|startoftranscript|>"), ("sot", "<|startoftranscript|>"),
            ("no_timestamps", "<|notimestamps|>"), ("transcribe", "<|transcribe|>"),
            ("translate", "<|translate|>"), ("prev_sot", "<|startofprev|>"),
        ] {
            pairs.append(("\(key)_token_id", .number(try vocabulary.number(of: token))))
        }
        pairs += [
            ("suppress_tokens", .numbers(vocabulary.suppressed)),
            ("begin_suppress_tokens", .numbers(vocabulary.suppressedAtBeginning)),
        ]
        return pairs.map { ("stt.whisper.\($0)", $1) }
    }

    private static func frontEnd(_ weights: WhisperTensors, _ window: Int) -> Pairs {
        let pairs: Pairs = [
            ("type", .text("mel")), ("num_mels", .number(UInt32(weights.bands))),
            ("sample_rate", .number(UInt32(WhisperFrontEnd.sampleRate))),
            ("n_fft", .number(UInt32(WhisperFrontEnd.transformed))),
            ("win_length", .number(UInt32(WhisperFrontEnd.transformed))),
            ("hop_length", .number(UInt32(WhisperFrontEnd.hop))),
            ("window", .text("hann_periodic")), ("normalize", .text("whisper_logmel")),
            ("dither", .real(0)), ("pre_emphasis", .real(0)), ("f_min", .real(0)),
            ("f_max", .real(Float(WhisperFrontEnd.sampleRate / 2))),
            ("pad_mode", .text("reflect")), ("center", .flag(true)), ("mel_norm", .text("slaney")),
            ("chunk_length", .number(UInt32(window))),
            ("n_samples", .number(UInt32(WhisperFrontEnd.sampleRate * window))),
            (
                "nb_max_frames",
                .number(UInt32(WhisperFrontEnd.sampleRate / WhisperFrontEnd.hop * window))
            ),
        ]
        return pairs.map { ("stt.frontend.\($0)", $1) }
    }
}

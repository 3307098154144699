internal import FoundationEssentials
import SystemPackage

/// The tokens of a Whisper model, from its files `tokenizer.json` and `config.json`.
struct WhisperVocabulary {
    /// By number.
    let tokens: [String]
    /// Of each token: 3 if it is for control, else 1.
    let kinds: [Int32]
    /// The pairs to be merged, each with a space between its parts.
    let merges: [String]
    /// Numbers of tokens that are never written, and that are not at the beginning.
    let suppressed: [Int32]
    let suppressedAtBeginning: [Int32]
    /// `en`, `de`; only English if the model isn't multilingual.
    let languages: [String]
    let isMultilingual: Bool
    private let numbers: [String: Int]

    /// The largest has 4 MB.
    private static let longest = 32 << 20
    private static let (tokenizer, configuration) = ("tokenizer.json", "config.json")

    /// - Parameter size: the number of tokens, as the model's weights have it.
    init(in folder: FilePath, size: Int) throws(ConversionDefect) {
        let file: Tokenizer = try Self.read(Self.tokenizer, in: folder)
        var tokens = (0..<size).map { "<|unused_\($0)|>" }
        var kinds = [Int32](repeating: 1, count: size)
        for (token, number) in file.model.vocab {
            guard tokens.indices.contains(number), token.utf8.count <= 1000 else {
                throw .nonsense(Self.tokenizer)
            }
            tokens[number] = token
        }
        for added in file.added_tokens {
            guard tokens.indices.contains(added.id), added.content.utf8.count <= 1000 else {
                throw .nonsense(Self.tokenizer)
            }
            tokens[added.id] = added.content
            if added.special { kinds[added.id] = 3 }
        }
        (self.tokens, self.kinds) = (tokens, kinds)
        merges = file.model.merges.map(\.text)
        guard merges.allSatisfy({ $0.utf8.count <= 1000 }) else {
            throw .nonsense(Self.tokenizer)
        }
        numbers = Dictionary(zip(tokens, tokens.indices)) { $1 }

        let settings: Configuration = try Self.read(Self.configuration, in: folder)
        suppressed = try Self.numbers(settings.suppress_ids, below: size)
        suppressedAtBeginning = try Self.numbers(settings.suppress_ids_begin, below: size)
        // English-only models have one token less.
        isMultilingual = size > 51_864
        guard isMultilingual else {
            languages = ["en"]
            return
        }
        guard let ids = settings.lang_ids else {
            throw .missing("lang_ids", in: Self.configuration)
        }
        var languages: [String] = []
        for id in try Self.numbers(ids, below: size) {
            let token = tokens[Int(id)]
            guard token.hasPrefix("<|"), token.hasSuffix("|>"), token.utf8.count > 4 else {
                throw .nonsense(Self.configuration)
            }
            languages.append(String(token.dropFirst(2).dropLast(2)))
        }
        self.languages = languages
    }

    /// A token's number.
    func number(of token: String) throws(ConversionDefect) -> UInt32 {
        guard let number = numbers[token] else { throw .missing(token, in: Self.tokenizer) }
        return UInt32(number)
    }

    private static func numbers(
        _ numbers: [Int], below size: Int
    ) throws(ConversionDefect) -> [Int32] {
        guard numbers.allSatisfy((0..<size).contains) else { throw .nonsense(configuration) }
        return numbers.map { Int32($0) }
    }

    private static func read<Content: Decodable>(
        _ name: String, in folder: FilePath
    ) throws(ConversionDefect) -> Content {
        let file = try FolderFile(name, in: folder)
        guard file.length <= longest else { throw .nonsense(name) }
        let bytes = try file.bytes(file.length, at: 0)
        do {
            return try JSONDecoder().decode(Content.self, from: Data(bytes))
        } catch DecodingError.keyNotFound(let key, _) {
            throw .missing(key.stringValue, in: name)
        } catch {
            throw .nonsense(name)
        }
    }
}

// MARK: The parts of the files that matter

private struct Tokenizer: Decodable {
    struct Model: Decodable {
        let vocab: [String: Int]
        let merges: [Merge]
    }

    struct Added: Decodable {
        let id: Int
        let content: String
        let special: Bool
    }

    /// A text with a space in it, or two texts.
    struct Merge: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self.text = text
            } else {
                text = try value.decode([String].self).joined(separator: " ")
            }
        }
    }

    let model: Model
    let added_tokens: [Added]
}

private struct Configuration: Decodable {
    /// Only multilingual models have it.
    let lang_ids: [Int]?
    let suppress_ids: [Int]
    let suppress_ids_begin: [Int]
}

public import SystemPackage

/// The words that a model writes whole.
public enum GGUFVocabulary {
    /// The words of a model file, the most frequent first in the texts that its vocabulary was made
    /// of; none if it has no such vocabulary, or another format.
    public static func words(of path: FilePath) throws(GGUFDefect) -> [String] {
        // What isn't a whole file of the format is refused here.
        _ = try GGUFHeader(of: path)
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            return try file.closeAfter {
                var bytes = GGUFBytes(file)
                return try words(&bytes)
            }
        } catch {
            throw error as? GGUFDefect ?? .unreadable(error as? Errno ?? .ioError)
        }
    }

    private static func words(_ bytes: inout GGUFBytes) throws(GGUFDefect) -> [String] {
        guard try bytes.number(UInt32.self) == GGUFHeader.magic else { return [] }
        _ = try bytes.number(UInt32.self)
        let (_, pairs) = (try bytes.count(), try bytes.count())
        for _ in 0..<pairs {
            let isVocabulary = try bytes.text() == "tokenizer.ggml.tokens"
            if case .texts(let tokens) = try Value(&bytes, wanted: isVocabulary) {
                return tokens.compactMap(word)
            }
        }
        return []
    }

    /// The word of a token that begins one: after a space, in the forms of GPT-2 and SentencePiece.
    private static func word(_ token: String) -> String? {
        let word: String?
        switch token.first {
        case "Ġ": word = text(token.unicodeScalars.dropFirst())
        case "▁": word = String(token.dropFirst())
        default: word = nil
        }
        return word.flatMap { $0.allSatisfy(\.isLetter) && !$0.isEmpty ? $0 : nil }
    }

    /// GPT-2 writes a byte as a character: most as Latin-1 does, those that don't show from U+0100 on,
    /// in their order.
    private static func text(_ characters: some Sequence<Unicode.Scalar>) -> String? {
        var bytes: [UInt8] = []
        for character in characters {
            switch character.value {
            case 0x100...0x120: bytes.append(UInt8(character.value - 0x100))
            case 0x121...0x142: bytes.append(UInt8(character.value - 0x121 + 0x7F))
            case 0x143: bytes.append(0xAD)
            case let value where value < 0x100: bytes.append(UInt8(value))
            default: return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

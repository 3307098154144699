/// A speech model's name as people know it: `parakeet-tdt_ctc-110m` is “Parakeet 110M”.
public struct ModelTitle {
    public let text: String

    /// The kinds of networks, which tell people nothing.
    private static let kinds: Set<Substring> = ["tdt", "ctc", "asr", "transcribe"]

    /// - Parameter name: the catalogue’s, or a file’s without its extension.
    public init(_ name: String) {
        let words = name.split { $0 == "-" || $0 == "_" }.filter { !Self.kinds.contains($0) }
        let titles = words.enumerated().map { index, word in
            if index == 0 { return word.prefix(1).uppercased() + word.dropFirst() }
            let isSize = word.dropLast().allSatisfy { $0.isNumber || $0 == "." }
            return isSize ? word.uppercased() : String(word)
        }
        text = titles.joined(separator: " ")
    }
}

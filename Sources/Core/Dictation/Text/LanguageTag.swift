/// A language by its BCP 47 tag, as far as models and servers distinguish languages: `de`, `de-AT`.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// Two or three lower-case letters.
    public let language: String
    /// Two capitals.
    public let region: String?

    /// Parses `de`, `de-AT`, `de_at`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard (1...2).contains(parts.count), (2...3).contains(parts[0].count),
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isLetter } })
        else { return nil }
        language = parts[0].lowercased()
        guard parts.count == 2 else {
            region = nil
            return
        }
        guard parts[1].count == 2 else { return nil }
        region = parts[1].uppercased()
    }

    public var description: String { region.map { "\(language)-\($0)" } ?? language }

    public var isEnglish: Bool { language == "en" }

    /// How well a model or server of this language fits a wanted one: 3 the same, 2 the same
    /// language without a region on one side, 1 another region; nil: not at all.
    public func fitness(for wanted: LanguageTag) -> Int? {
        guard language == wanted.language else { return nil }
        if region == wanted.region { return 3 }
        return region == nil || wanted.region == nil ? 2 : 1
    }
}

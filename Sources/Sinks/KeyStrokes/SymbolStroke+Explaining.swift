public import Dictation

extension SinkExplanation {
    /// How a symbol is typed on a keymap that is partly or wholly made for the text.
    public struct SymbolPlace: Hashable, Sendable {
        /// In words: `Shift+e`; nil for a slot of the private keymap.
        public let strokes: String?
        /// The keys by their codes.
        public let keys: String

        public init(strokes: String?, keys: String) {
            self.strokes = strokes
            self.keys = keys
        }
    }

    /// - Parameters:
    ///   - text: the text whose symbols these are.
    ///   - symbols: every symbol of the text, in order, and where it is on the keymap.
    ///   - uploads: how often the keymap is changed for the text.
    public init(
        _ text: TypableText, typing symbols: [(stroke: SymbolStroke, place: SymbolPlace)],
        uploads: Int
    ) {
        var steps: [Step] = []
        var rest = symbols[...]
        for character in text.string {
            let end = rest.firstIndex { $0.stroke.endsCharacter } ?? rest.endIndex - 1
            let places = rest[...end].map(\.place)
            steps.append(
                Step(
                    character,
                    strokes: places.map { $0.strokes ?? "private key" }.joined(separator: ", "),
                    keys: places.map(\.keys).joined(separator: " ")))
            rest = rest[(end + 1)...]
        }
        let own = Set(symbols.lazy.filter { $0.place.strokes != nil }.map(\.stroke.symbol))
        let others = Set(symbols.lazy.filter { $0.place.strokes == nil }.map(\.stroke.symbol))
        var parts: [String] = []
        if !own.isEmpty { parts.append("\(Self.count(own.count, "symbol")) by the layout's keys") }
        if !others.isEmpty {
            parts.append(
                "\(Self.count(others.count, "symbol")) by a private keymap "
                    + "(\(Self.count(uploads, "upload")))")
        }
        self.init(summary: "types any text: \(parts.joined(separator: ", "))", steps: steps)
    }

    private static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}

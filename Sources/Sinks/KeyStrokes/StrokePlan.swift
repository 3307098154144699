/// A text as strokes, character by character.
public struct StrokePlan: Hashable, Sendable {
    public struct Step: Hashable, Sendable {
        public let character: Character
        /// Nil if the keyboard can't type it.
        public let strokes: [KeyStroke]?
        /// The active group after it is typed.
        public let group: Int
    }

    /// The active group at the start.
    public let startGroup: Int
    /// One for each character of the text, in order.
    public private(set) var steps: [Step] = []

    init(startGroup: Int) { self.startGroup = startGroup }

    mutating func append(_ character: Character, strokes: [KeyStroke]?, group: Int) {
        steps.append(Step(character: character, strokes: strokes, group: group))
    }

    /// The characters without strokes, each once, in the order of the text.
    public var missing: [Character] {
        var seen: Set<Character> = []
        return steps.compactMap {
            $0.strokes == nil && seen.insert($0.character).inserted ? $0.character : nil
        }
    }
}

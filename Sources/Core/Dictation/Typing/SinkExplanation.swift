/// How a sink would type a text.
public struct SinkExplanation: Hashable, Sendable {
    /// How it would type one character (grapheme cluster).
    public struct Step: Hashable, Sendable {
        public let character: Character
        /// In words: `e`, `AltGr+e`, `dead_acute, e`; nil if it can't be typed.
        public let strokes: String?
        /// The keys by their codes in linux/input-event-codes.h; held keys are joined by plus
        /// signs: `100+18`, `42+40 18`. Empty if there are none.
        public let keys: String

        public init(_ character: Character, strokes: String?, keys: String = "") {
            self.character = character
            self.strokes = strokes
            self.keys = keys
        }
    }

    /// A phrase about the text as a whole.
    public let summary: String
    /// One for each character of the text, in order; empty if it is not typed one by one.
    public let steps: [Step]

    public init(summary: String, steps: [Step] = []) {
        self.summary = summary
        self.steps = steps
    }
}

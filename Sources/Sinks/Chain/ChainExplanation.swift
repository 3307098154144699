public import Dictation
public import Problems

/// How a chain of sinks would type a text.
public struct ChainExplanation: Hashable, Sendable {
    /// The explanation by one sink.
    public struct Entry: Hashable, Sendable {
        public let sink: String
        /// Why it can't be used; nil if it can.
        public let problem: Problem?
        /// Nil if that is unknown.
        public let explanation: SinkExplanation?

        public init(sink: String, problem: Problem?, explanation: SinkExplanation?) {
            self.sink = sink
            self.problem = problem
            self.explanation = explanation
        }
    }

    /// A part that a sink would type in one go.
    public struct Part: Hashable, Sendable {
        public let sink: String
        public let text: String

        public init(sink: String, text: String) {
            self.sink = sink
            self.text = text
        }
    }

    /// In the order in which they are tried.
    public let entries: [Entry]
    /// In the order in which they would be typed. Empty if nothing would be typed.
    public let parts: [Part]
    /// The characters that would be left out, each once; for a text that no sink can type, the
    /// missing ones.
    public let omitted: [Character]
    /// The sink that would type each character of the text; nil if none would.
    public let typists: [String?]

    public init(
        entries: [Entry], parts: [Part], omitted: [Character],
        typists: [String?]
    ) {
        self.entries = entries
        self.parts = parts
        self.omitted = omitted
        self.typists = typists
    }
}

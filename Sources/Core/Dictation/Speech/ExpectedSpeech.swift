/// The text and the phrases that a speech model can expect in a dictation.
public struct ExpectedSpeech: Hashable, Sendable {
    /// The text around it, as a prompt: text before the cursor and names.
    public var context: String?
    /// Phrases for marks and commands, each said alone, the likeliest first.
    public var phrases: [String]

    public init(context: String? = nil, phrases: [String] = []) {
        (self.context, self.phrases) = (context, phrases)
    }
}

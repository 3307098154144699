/// The text and the phrases that a speech model can expect in a dictation.
public struct ExpectedSpeech: Hashable, Sendable {
    /// The text around it, as a prompt: text before the cursor and names.
    public var context: String?
    /// Words that may be names, of the window's title: a prompt for speech that sounds like one of them.
    public var names: [String]
    /// Phrases for marks and commands, each said alone, the likeliest first.
    public var phrases: [String]

    public init(context: String? = nil, names: [String] = [], phrases: [String] = []) {
        (self.context, self.names, self.phrases) = (context, names, phrases)
    }
}

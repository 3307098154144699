/// A dictation in the history: kept as soon as its words are known, before they are typed.
public struct DictationRecord: Hashable, Sendable {
    /// Counts up from 1 in each run of the program.
    public let number: Int
    /// The recogniser's words.
    public let transcript: Transcript
    /// The processed text, once it exists.
    public let text: String?
    /// The part that has not been typed yet; empty when all was typed.
    public let rest: String

    /// The text that is typed if it is typed again: the part that is left of it, otherwise all of
    /// it.
    public var retyped: String { rest.isEmpty ? text ?? transcript.text : rest }

    public init(number: Int, transcript: Transcript, text: String?, rest: String) {
        self.number = number
        self.transcript = transcript
        self.text = text
        self.rest = rest
    }
}

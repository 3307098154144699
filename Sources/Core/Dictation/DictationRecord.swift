/// One dictation as it is kept: from the moment its words are known, before they are typed.
public struct DictationRecord: Hashable, Sendable {
    /// Counts up from 1 in each run of the program.
    public let number: Int
    /// The recogniser's words.
    public let transcript: Transcript
    /// The processed text, once it is made.
    public let text: String?
    /// What has not been typed yet; empty when all was.
    public let rest: String

    public init(number: Int, transcript: Transcript, text: String?, rest: String) {
        self.number = number
        self.transcript = transcript
        self.text = text
        self.rest = rest
    }
}

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
    /// Whether the program ended while it typed the text: then more of the rest may have been typed
    /// than it had noted.
    public let isCutShort: Bool

    /// The text that is typed if it is typed again: the part that is left of it, otherwise all of
    /// it.
    public var retyped: String { rest.isEmpty ? text ?? transcript.text : rest }

    public init(
        number: Int, transcript: Transcript, text: String?, rest: String, isCutShort: Bool = false
    ) {
        self.number = number
        self.transcript = transcript
        self.text = text
        self.rest = rest
        self.isCutShort = isCutShort
    }

    /// So many characters that are equal are hardly chance.
    private static let tellingLength = 8

    /// The part of the rest that a document doesn't have yet, if the program ended while it typed
    /// there.
    ///
    /// - Parameter before: the end of the text before the cursor.
    public func missing(after before: String) -> String {
        guard isCutShort else { return rest }
        let noted = text.map { $0.hasSuffix(rest) ? $0.dropLast(rest.count) : "" } ?? ""
        let (all, before) = (Array(noted + rest), Array(before))
        let more = (0...rest.count).first { more in
            let typed = all.prefix(noted.count + more).suffix(before.count)
            return typed.count >= Self.tellingLength && before.suffix(typed.count) == typed
        }
        return String(rest.dropFirst(more ?? 0))
    }
}

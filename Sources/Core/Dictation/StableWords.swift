/// The words of an utterance that will hardly change any more: those on which several hypotheses
/// in a row agree, from the first word on.
public struct StableWords: Hashable, Sendable {
    /// How many hypotheses must agree (`utter bench speech --live` tells what each number costs).
    static let agreement = 3

    private var hypotheses: [[Substring]] = []
    /// The words that are stable now, with a space between them.
    public private(set) var words = ""

    public init() {}

    /// Takes what is understood of the utterance now, which replaces what was before.
    public mutating func hear(_ hypothesis: String) {
        hypotheses.append(hypothesis.split(whereSeparator: \.isWhitespace))
        if hypotheses.count > Self.agreement { hypotheses.removeFirst() }
        guard hypotheses.count == Self.agreement, var agreed = hypotheses.first?[...] else {
            return
        }
        for other in hypotheses.dropFirst() {
            let count = zip(agreed, other).prefix { $0 == $1 }.count
            agreed = agreed.prefix(count)
        }
        words = agreed.joined(separator: " ")
    }

    /// The utterance is over: the next one has no words yet.
    public mutating func endUtterance() {
        self = StableWords()
    }
}

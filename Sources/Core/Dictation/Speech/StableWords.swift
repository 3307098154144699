/// The words of an utterance that are unlikely to change: the beginning on which several hypotheses
/// in a row agree.
public struct StableWords: Hashable, Sendable {
    /// How many hypotheses must agree (`utter bench speech --live` measures the cost of each
    /// number).
    static let agreement = 3

    private var hypotheses: [[Substring]] = []
    /// The stable words, separated by spaces.
    public private(set) var words = ""

    public init() {}

    /// Takes the current hypothesis for the utterance, which replaces the previous one.
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

    /// The utterance has ended: the next one has no words yet.
    public mutating func endUtterance() {
        self = StableWords()
    }
}

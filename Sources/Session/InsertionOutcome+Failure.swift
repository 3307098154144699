public import Dictation
public import Problems

extension InsertionOutcome {
    /// Why not all words of a command were typed; nil if they were.
    ///
    /// - Parameter text: what was made of the words.
    public func failure(typing words: String, as text: TypableText) -> Problem? {
        let typed = text.string.count - rest.count
        switch end {
        case .complete: return omission(of: words)
        case .stopped: return Problem("typing was stopped", why: "after \(typed) characters")
        case .failed(let problem):
            return Problem(
                problem.what,
                why: typed == 0 ? problem.why : "\(problem.why) (after \(typed) characters)",
                remedy: problem.remedy)
        }
    }

    /// The problem of characters that are missing in a typed text: no sink can type them, or they
    /// are no text.
    private func omission(of words: String) -> Problem? {
        let noText = TypableText.noText(in: words)
        if noText.isEmpty || !omitted.isEmpty {
            return InsertionOutcome.inserted(without: omitted + noText).omission
        }
        return Problem(
            "left out \(noText.named)",
            why: "\(noText.count == 1 ? "it stands" : "they stand") for no character")
    }
}

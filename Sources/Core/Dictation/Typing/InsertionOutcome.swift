public import Problems

/// How an insertion ended.
public struct InsertionOutcome: Hashable, Sendable {
    public enum End: Hashable, Sendable {
        /// Nothing is left to type.
        case complete
        /// It was stopped on request.
        case stopped
        /// No sink could continue.
        case failed(Problem)
    }

    public let end: End
    /// The text that was not typed because the insertion ended early; empty if it is complete.
    public let rest: String
    /// The characters before the rest that were left out because no sink can type them; each once.
    public let omitted: [Character]
    /// The text that was typed instead of characters that no sink can type.
    public var forms: [Character: String] = [:]
    /// A remark for the user although the insertion succeeded.
    public let remark: Problem?
    /// Whether the window has been seen to show the text; nil if that can't be known.
    public let isConfirmed: Bool?

    public init(
        _ end: End, rest: String = "", omitted: [Character] = [], remark: Problem? = nil,
        isConfirmed: Bool? = nil
    ) {
        self.isConfirmed = isConfirmed
        self.end = end
        self.rest = rest
        self.omitted = omitted
        self.remark = remark
    }

    /// All of it was typed.
    public static let inserted = InsertionOutcome(.complete)

    /// All of it was typed but for some characters.
    public static func inserted(
        without omitted: [Character], remark: Problem? = nil
    ) -> InsertionOutcome {
        InsertionOutcome(.complete, omitted: omitted, remark: remark)
    }

    public static func stopped(
        rest: String, without omitted: [Character] = []
    ) -> InsertionOutcome {
        InsertionOutcome(.stopped, rest: rest, omitted: omitted)
    }

    public static func failed(
        _ problem: Problem, rest: String, without omitted: [Character] = []
    ) -> InsertionOutcome {
        InsertionOutcome(.failed(problem), rest: rest, omitted: omitted)
    }
}

extension InsertionOutcome {
    /// How often the window was seen to show a text that was typed.
    public enum Arrival: Hashable, Sendable {
        case missing, once, twice
    }

    /// The same with what the window was seen to show: a text that did not arrive is offered again,
    /// and one that arrived twice is an error.
    ///
    /// - Parameter arrival: nil if that can't be known.
    public func seen(_ arrival: Arrival?) -> InsertionOutcome {
        let missing = Problem(
            "the text can’t be seen in the window", why: "the window did not take it, or is busy",
            remedy: "If it doesn’t come, utter retype types it again.")
        let doubled = Problem(
            "the text was inserted twice", why: "the window took it twice",
            remedy: "Delete one copy by hand.")
        var outcome = InsertionOutcome(
            arrival == .twice ? .failed(doubled) : end, rest: rest, omitted: omitted,
            remark: remark ?? (arrival == .missing ? missing : nil),
            isConfirmed: arrival.map { $0 == .once })
        outcome.forms = forms
        return outcome
    }
}

extension InsertionOutcome {
    /// The problem of characters that were left out, if any: which, why, and what to do.
    public var omission: Problem? {
        if omitted.isEmpty { return nil }
        return Problem(
            "left out \(omitted.named)",
            why: "no sink can type \(omitted.count == 1 ? "it" : "them")",
            remedy: Self.remedyForOmissions)
    }

    /// The remedy for characters that no sink can type.
    public static let remedyForOmissions =
        "Add a layout that has them to your keyboard; utter doctor says which sinks type any text."
}

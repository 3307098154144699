// What a model is told for the commands that rewrite a text.

extension EditAction {
    /// What a model is to make of the text; nil for a command that asks for none, and for one with
    /// an instruction of the user's.
    public var instruction: String? {
        switch self {
        case .rewriteShorter: "Make it clearly shorter, and keep what matters."
        case .rewriteFormal: "Make it formal and polite."
        case .rewriteFriendly: "Make it friendlier and warmer, but not gushing."
        case .rewriteEmail:
            "Make an e-mail of it: a greeting, short paragraphs, a closing. Invent no names; leave "
                + "out what you don't know."
        case .rewriteGrammar: "Correct grammar, spelling and punctuation, and change nothing else."
        default: nil
        }
    }

    /// Whether it is an answer to a text that a model has written: it is a command only then.
    var isAnswer: Bool { self == .takeRewriting || self == .leaveRewriting }
}

import Dictation

/// The text of a dictation as it grows: each utterance can be removed, and each removal undone.
/// Revisions of text from before the dictation are left to the caller.
struct Draft: Sendable {
    private(set) var tokens: [Token] = []
    /// Revisions of the text before the first token, in order.
    private(set) var revisions: [Composition.Revision] = []
    /// Whether the last utterance is selected: more words replace it.
    private(set) var selectsLast = false

    private enum Change: Sendable {
        /// An utterance ended.
        case utterance
        /// These tokens, an utterance, were removed.
        case scratch([Token])
        /// An utterance before the first token is to be removed.
        case scratchBefore
    }

    /// Where the utterances before the current one begin.
    private var earlier: [Int] = []
    private var start = 0
    private var changes: [Change] = []
    /// Whether a key was pressed: the text before it can't be revised.
    private var isBarred = false

    /// The tokens that were removed and not brought back, in the order in which they were said.
    var removed: [Token] {
        changes.reversed().flatMap { change -> [Token] in
            if case .scratch(let tokens) = change { tokens } else { [] }
        }
    }

    init(capacity: Int) { tokens.reserveCapacity(capacity) }

    mutating func append(_ token: Token) {
        if selectsLast { scratch() }
        tokens.append(token)
    }

    mutating func endUtterance(_ pause: Token = .pause) {
        guard tokens.count > start else { return }
        tokens.append(pause)
        earlier.append(start)
        start = tokens.count
        changes.append(.utterance)
    }

    /// Removes the current utterance, or the previous one if there is none.
    mutating func scratch() {
        selectsLast = false
        if tokens.count == start {
            guard let last = earlier.popLast() else {
                guard !isBarred else { return }
                revisions.append(.scratch)
                changes.append(.scratchBefore)
                return
            }
            start = last
        }
        changes.append(.scratch(Array(tokens[start...])))
        tokens.removeSubrange(start...)
    }

    /// Undoes the last change. Call it between two utterances.
    mutating func undo() {
        if selectsLast {
            selectsLast = false
            return
        }
        switch changes.popLast() {
        case .utterance:
            guard let last = earlier.popLast() else { return }
            start = last
            tokens.removeSubrange(start...)
        case .scratch(let removed):
            tokens += removed
            if removed.last?.kind != .pause { tokens.append(.pause) }
            earlier.append(start)
            start = tokens.count
        case .scratchBefore:
            if let index = revisions.lastIndex(of: .scratch) { revisions.remove(at: index) }
        case nil:
            if !isBarred { revisions.append(.undo) }
        }
    }

    /// Call it between two utterances.
    mutating func select() {
        if !earlier.isEmpty {
            selectsLast = true
        } else if !isBarred {
            revisions.append(.select)
        }
    }

    mutating func restoreRaw() {
        if !isBarred { revisions.append(.restoreRaw) }
    }

    mutating func press(_ key: EditingKey) {
        tokens.append(Token(kind: .key(key), text: "press \(key)", key: ""))
        (earlier, changes, start) = ([], [], tokens.count)
        (isBarred, selectsLast) = (true, false)
    }
}

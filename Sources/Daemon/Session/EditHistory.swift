import Dictation
import TextProcessing

/// What stands before the cursor, of what was typed there, and how it came about.
struct EditHistory: Hashable {
    private struct State: Hashable {
        var utterances: [String]
        /// What would stand there if the model had mended nothing; nil if it did not.
        var raw: [String]?
        /// Whether a space follows, that the next word needs and a mark takes back.
        var hasSpaceAfter = false

        var string: String { utterances.joined() + (hasSpaceAfter ? " " : "") }
    }

    private var state: State
    /// What stood there before each change, the latest last.
    private var earlier: [State] = []
    /// Whether the state before the changes that are being made is noted.
    private var isChanging = false
    /// Characters (grapheme clusters) at its end that are selected.
    private(set) var selected = 0

    /// Changes that can be undone.
    private static let mostChanges = 50
    /// Utterances that can be scratched one after the other.
    private static let mostUtterances = 500

    /// - Parameter utterances: one text each, with the space before it.
    init(_ utterances: [String] = []) {
        state = State(utterances: utterances.filter { !$0.isEmpty })
    }

    /// - Parameter text: what was typed once more, with the space after it.
    init(typed text: String) {
        let hasSpaceAfter = text.count > 1 && text.hasSuffix(" ")
        self.init([hasSpaceAfter ? String(text.dropLast()) : text])
        state.hasSpaceAfter = hasSpaceAfter
    }

    var utterances: [String] { state.utterances }
    var string: String { state.string }
    /// What the last change typed or retyped, without the space before it.
    var lastText: String {
        let before = earlier.last?.utterances ?? []
        let common = zip(before, utterances).prefix { $0 == $1 }.count
        return utterances[common...].joined().trimmingSpace
    }

    /// Begins a dictation: all its changes are undone as one.
    mutating func begin() {
        isChanging = false
        if utterances.count > Self.mostUtterances {
            // Not one by one: what stood there before must begin alike.
            earlier = []
            state.utterances.removeFirst(utterances.count - Self.mostUtterances / 2)
            state.raw = nil
        }
    }

    private mutating func noteState() {
        guard !isChanging else { return }
        isChanging = true
        earlier.append(state)
        if earlier.count > Self.mostChanges { earlier.removeFirst() }
    }

    /// Does what was said. Answers whether there is anything to do it with.
    mutating func apply(_ revision: Composition.Revision) -> Bool {
        switch revision {
        case .scratch:
            guard !utterances.isEmpty else { return false }
            noteState()
            state.utterances.removeLast()
            if state.utterances.isEmpty { state.hasSpaceAfter = false }
            (state.raw, selected) = (nil, 0)
        case .undo:
            guard let before = earlier.popLast() else { return false }
            (state, selected, isChanging) = (before, 0, false)
        case .select:
            let last = (utterances.last ?? "").trimmingSpace.count
            selected = last > 0 ? last + spaceAfter : 0
            return selected > 0
        case .restoreRaw:
            guard let raw = state.raw else { return false }
            noteState()
            (state.utterances, state.raw, selected) = (raw, nil, 0)
        }
        return true
    }

    /// Adds what is typed next; it takes the place of what is selected.
    ///
    /// - Parameter raw: what it would be if the model had mended nothing; nil if it did not.
    mutating func append(_ new: [String], raw: [String]? = nil) {
        let new = new.filter { !$0.isEmpty }
        guard !new.isEmpty else { return }
        noteState()
        let before = beforeSelection
        state = State(utterances: before + new, raw: raw.map { before + $0 })
        selected = 0
    }

    /// Adds a space for the word that may come next, where it would need one.
    mutating func followBySpace() {
        state.hasSpaceAfter = !TextContext.before(utterances.joined()).joinsNext
    }

    /// Whether a space follows, that was not said.
    var hasSpaceAfter: Bool { state.hasSpaceAfter }
    private var spaceAfter: Int { hasSpaceAfter ? 1 : 0 }

    /// What is left when the selection goes, without the space after it.
    var beforeSelection: [String] {
        guard selected > 0, let last = utterances.last else { return utterances }
        let left = String(last.dropLast(selected - spaceAfter))
        return utterances.dropLast() + [left].filter { !$0.isEmpty }
    }

    /// Selects the last utterance.
    mutating func selectLast() { _ = apply(.select) }

    /// Notes that some characters could not be typed.
    mutating func leaveOut(_ omitted: [Character]) {
        let hasSpaceAfter = state.hasSpaceAfter && !omitted.contains(" ")
        self = EditHistory(utterances.map { $0.filter { !omitted.contains($0) } })
        state.hasSpaceAfter = hasSpaceAfter
    }

    /// What makes another text of this one.
    func steps(to other: EditHistory) -> [Insertion.Step] {
        let (old, new) = (Array(string), Array(other.string))
        var common = zip(old, new).prefix { $0 == $1 }.count
        // Whatever is typed takes the place of all that is selected.
        if old != new { common = min(common, old.count - selected) }
        var deleted = old.count - common
        let typed = String(new[common...])
        if selected > 0, deleted >= selected {
            // One key deletes the selection; a character takes its place by itself.
            deleted -= selected
            if deleted > 0 || typed.isEmpty { deleted += 1 }
        }
        var steps: [Insertion.Step] = [.delete(deleted), .type(typed)]
        if other.selected > 0, other.selected != selected || deleted > 0 || !typed.isEmpty {
            steps.append(.press(.selectLeft, count: other.selected))
        }
        return steps
    }
}

extension String {
    /// Without white space at its start.
    fileprivate var trimmingSpace: String { String(drop(while: \.isWhitespace)) }
}

import Dictation
import TextProcessing

/// The text before the cursor, as far as it was typed by this program, and its history.
struct EditHistory: Hashable {
    private struct State: Hashable {
        var utterances: [String]
        /// The text without the model's changes; nil if there were none.
        var raw: [String]?
        /// Whether a space was added after it, which the next word needs and a mark removes.
        var hasSpaceAfter = false
        /// Whether its last character ends a sentence although that was not dictated: a mark that
        /// is dictated next takes its place.
        var endsWithOwnStop = false

        var string: String { utterances.joined() + (hasSpaceAfter ? " " : "") }
    }

    private var state: State
    /// The states before each change, the latest last.
    private var earlier: [State] = []
    /// Whether the state before the current changes is stored.
    private var isChanging = false
    /// The number of selected characters (grapheme clusters) at its end.
    private(set) var selected = 0

    /// The most changes that can be undone.
    private static let mostChanges = 50
    /// The most utterances that can be scratched one after the other.
    private static let mostUtterances = 500

    /// - Parameter utterances: the text of each, with the space before it.
    init(_ utterances: [String] = []) {
        state = State(utterances: utterances.filter { !$0.isEmpty })
    }

    /// - Parameter text: text that was retyped, with the space after it.
    init(typed text: String) {
        let hasSpaceAfter = text.count > 1 && text.hasSuffix(" ")
        self.init([hasSpaceAfter ? String(text.dropLast()) : text])
        state.hasSpaceAfter = hasSpaceAfter
    }

    var utterances: [String] { state.utterances }
    var string: String { state.string }
    /// The text typed by the last change, without the space before it.
    var lastText: String {
        let before = earlier.last?.utterances ?? []
        let common = zip(before, utterances).prefix { $0 == $1 }.count
        return utterances[common...].joined().trimmingSpace
    }

    /// Begins a dictation: all its changes are undone as one.
    mutating func begin() {
        isChanging = false
        if utterances.count > Self.mostUtterances {
            // Not one by one: earlier states must have the same beginning.
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

    /// Carries out a revision. Returns whether there is text for it.
    mutating func apply(_ revision: Composition.Revision) -> Bool {
        switch revision {
        case .scratch:
            guard !utterances.isEmpty else { return false }
            noteState()
            state.utterances.removeLast()
            if state.utterances.isEmpty { state.hasSpaceAfter = false }
            (state.raw, state.endsWithOwnStop, selected) = (nil, false, 0)
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
            state.endsWithOwnStop = false
        }
        return true
    }

    /// Adds text that is typed next; it replaces the selection.
    ///
    /// - Parameter raw: the text without the model's changes; nil if there were none.
    mutating func append(_ new: [String], raw: [String]? = nil) {
        let new = new.filter { !$0.isEmpty }
        guard !new.isEmpty else { return }
        noteState()
        let before = beforeSelection
        state = State(utterances: before + new, raw: raw.map { before + $0 })
        selected = 0
    }

    /// Adds a space for the next word, if that would need one.
    mutating func followBySpace() {
        state.hasSpaceAfter = !TextContext.before(utterances.joined()).joinsNext
    }

    /// Notes that the mark at the end was not dictated.
    mutating func noteOwnStop() {
        state.endsWithOwnStop = utterances.last?.last.map { ".?".contains($0) } ?? false
    }

    /// Removes a mark at the end that was not dictated; answers whether there was one.
    mutating func dropOwnStop() -> Bool {
        guard state.endsWithOwnStop, selected == 0 else { return false }
        noteState()
        state.utterances[state.utterances.count - 1].removeLast()
        (state.raw, state.hasSpaceAfter, state.endsWithOwnStop) = (nil, false, false)
        return true
    }

    /// Whether a space was added that was not dictated.
    var hasSpaceAfter: Bool { state.hasSpaceAfter }
    private var spaceAfter: Int { hasSpaceAfter ? 1 : 0 }

    /// The text without the selection, and without the space after it.
    var beforeSelection: [String] {
        guard selected > 0, let last = utterances.last else { return utterances }
        let left = String(last.dropLast(selected - spaceAfter))
        return utterances.dropLast() + [left].filter { !$0.isEmpty }
    }

    /// Selects the last utterance.
    mutating func selectLast() { _ = apply(.select) }

    /// Removes characters that could not be typed.
    mutating func leaveOut(_ omitted: [Character]) {
        let hasSpaceAfter = state.hasSpaceAfter && !omitted.contains(" ")
        self = EditHistory(utterances.map { $0.filter { !omitted.contains($0) } })
        state.hasSpaceAfter = hasSpaceAfter
    }

    /// The steps that change this text into another one.
    func steps(to other: EditHistory) -> [Insertion.Step] {
        let (old, new) = (Array(string), Array(other.string))
        var common = zip(old, new).prefix { $0 == $1 }.count
        // Typing replaces the whole selection.
        if old != new { common = min(common, old.count - selected) }
        var deleted = old.count - common
        let typed = String(new[common...])
        if selected > 0, deleted >= selected {
            // One key deletes the selection; typing a character replaces it.
            deleted -= selected
            if deleted > 0 || typed.isEmpty { deleted += 1 }
        }
        var steps: [Insertion.Step] = [.delete(deleted), .type(typed)]
        if other.selected > 0, other.selected != selected || deleted > 0 || !typed.isEmpty {
            steps.append(.select(other.selected))
        }
        return steps
    }
}

extension String {
    /// The string without white space at its start.
    fileprivate var trimmingSpace: String { String(drop(while: \.isWhitespace)) }
}

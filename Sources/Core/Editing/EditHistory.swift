import Dictation
package import TextProcessing

/// The text before the cursor that this program typed, and its history.
package struct EditHistory: Hashable {
    struct State: Hashable {
        var utterances: [String]
        /// Whether the first of them was not typed by this program: it is a selection that came
        /// back, which "scratch that" doesn't remove.
        var beginsWithSelection = false
        /// The text without the model's changes; nil if there were none.
        var raw: [String]?
        /// Whether a space was added after it, which the next word needs and a mark removes.
        var hasSpaceAfter = false
        /// Whether its last character ends a sentence although that was not dictated: a mark that
        /// is dictated next takes its place.
        var endsWithOwnStop = false

        /// The formats that were given by keys, the latest last.
        var formats: [Format] = []

        var string: String { utterances.joined() + (hasSpaceAfter ? " " : "") }

        /// Replaces characters; the boundaries of the utterances stay where they can. The space
        /// after the text isn't one of its characters here.
        mutating func replace(_ range: Range<Int>, with new: String) {
            var result: [String] = []
            var start = 0
            var isWritten = false
            for utterance in utterances {
                let end = start + utterance.count
                defer { start = end }
                // An empty range at the end of an utterance belongs to it.
                let touches =
                    range.isEmpty
                    ? !isWritten && range.lowerBound <= end && range.lowerBound >= start
                    : range.lowerBound < end && range.upperBound > start
                guard touches else {
                    result.append(utterance)
                    continue
                }
                let head = utterance.prefix(max(0, range.lowerBound - start))
                let tail = utterance.dropFirst(max(0, range.upperBound - start))
                result.append(head + (isWritten ? "" : new) + tail)
                isWritten = true
            }
            if !isWritten { result.append(new) }
            if result.first?.isEmpty ?? true { beginsWithSelection = false }
            utterances = result.filter { !$0.isEmpty }
            (raw, endsWithOwnStop) = (nil, false)
            if utterances.isEmpty { hasSpaceAfter = false }
            formats = formats.map { $0.moved(by: range, to: new.count) }
        }

        /// Forgets the formats of characters that are gone.
        mutating func keepFormats(before end: Int) {
            formats.removeAll { $0.range.upperBound > end }
        }
    }

    private(set) var state: State
    /// The states before each change, the latest last.
    private var earlier: [State] = []
    /// Whether the state before the current changes is stored.
    private var isChanging = false
    /// The states that were undone, the latest last.
    private var later: [State] = []
    /// How many formats were given.
    private var formatCount = 0
    /// The number of selected characters (grapheme clusters) before the cursor.
    package private(set) var selected = 0
    /// The number of characters behind the cursor, or behind the selection.
    package private(set) var behind = 0

    /// The most changes that can be undone.
    private static let mostChanges = 50
    /// The most utterances that can be scratched one after the other.
    private static let mostUtterances = 500

    /// - Parameter utterances: the text of each, with the space before it.
    package init(_ utterances: [String] = []) {
        state = State(utterances: utterances.filter { !$0.isEmpty })
    }

    /// - Parameter text: text that was retyped, with the space after it.
    package init(typed text: String) {
        let hasSpaceAfter = text.count > 1 && text.hasSuffix(" ")
        self.init([hasSpaceAfter ? String(text.dropLast()) : text])
        state.hasSpaceAfter = hasSpaceAfter
    }

    var utterances: [String] { state.utterances }
    package var string: String { state.string }
    /// The text typed by the last change, without the space before it.
    package var lastText: String { utterances[sameUtterances...].joined().trimmingSpace }

    /// Where the text of the last change is; the last utterance if the change only removed some.
    package var lastChange: Range<Int> {
        let end = utterances.joined().count
        let first = min(sameUtterances, max(0, utterances.count - 1))
        return utterances[..<first].joined().count..<end
    }

    /// How many utterances the last change left as they were.
    private var sameUtterances: Int {
        zip(earlier.last?.utterances ?? [], utterances).prefix { $0 == $1 }.count
    }

    /// Begins a dictation: all its changes are undone as one.
    package mutating func begin() {
        isChanging = false
        if utterances.count > Self.mostUtterances {
            // Not one by one: earlier states must have the same beginning.
            earlier = []
            state.utterances.removeFirst(utterances.count - Self.mostUtterances / 2)
            (state.raw, state.beginsWithSelection, state.formats) = (nil, false, [])
        }
    }

    /// Notes the user's selection which the first text replaces: undoing that brings it back.
    package mutating func noteReplaced(_ selection: String) {
        guard string.isEmpty, earlier.isEmpty, !selection.isEmpty else { return }
        noteState()
        earlier = [State(utterances: [selection], beginsWithSelection: true)]
    }

    private mutating func noteState() {
        guard !isChanging else { return }
        isChanging = true
        later = []
        earlier.append(state)
        if earlier.count > Self.mostChanges { earlier.removeFirst() }
    }

    /// The words that a revision would delete or select; empty for the others.
    package func words(of revision: Composition.Revision) -> String {
        switch revision {
        case .scratch where selected > 0 && !isLastSelected: selectedText
        case .scratch, .select: utterances.last ?? ""
        case .undo, .restoreRaw: ""
        }
    }

    /// Carries out a revision. Returns whether there is text for it.
    package mutating func apply(_ revision: Composition.Revision) -> Bool {
        switch revision {
        case .scratch:
            guard utterances.count > (state.beginsWithSelection ? 1 : 0) else { return false }
            if selected > 0, !isLastSelected {
                replace(selection, with: "")
                return true
            }
            behind = 0
            noteState()
            state.utterances.removeLast()
            if state.utterances.isEmpty { state.hasSpaceAfter = false }
            (state.raw, state.endsWithOwnStop, selected) = (nil, false, 0)
            state.keepFormats(before: utterances.joined().count)
        case .undo:
            guard let before = earlier.popLast() else { return false }
            later.append(state)
            (state, selected, behind, isChanging) = (before, 0, 0, false)
        case .select:
            let last = (utterances.last ?? "").trimmingSpace.count
            (selected, behind) = (last > 0 ? last + spaceAfter : 0, 0)
            return selected > 0
        case .restoreRaw:
            guard let raw = state.raw else { return false }
            noteState()
            state.keepFormats(before: zip(string, raw.joined()).prefix { $0 == $1 }.count)
            (state.utterances, state.raw, selected, behind) = (raw, nil, 0, 0)
            state.endsWithOwnStop = false
        }
        return true
    }

    /// Adds text that is typed next; it replaces the selection.
    ///
    /// - Parameter raw: the text without the model's changes; nil if there were none.
    package mutating func append(_ new: [String], raw: [String]? = nil) {
        let new = new.filter { !$0.isEmpty }
        guard !new.isEmpty else { return }
        noteState()
        guard behind == 0 else {
            state.replace(selection, with: new.joined())
            selected = 0
            return
        }
        let before = stateBeforeSelection
        state = State(
            utterances: before.utterances + new, beginsWithSelection: before.beginsWithSelection,
            raw: raw.map { before.utterances + $0 }, formats: before.formats)
        selected = 0
    }

    /// Adds a space for the next word, if that would need one.
    mutating func followBySpace() {
        guard behind == 0 else { return }
        state.hasSpaceAfter = !TextContext.before(utterances.joined()).joinsNext
    }

    /// Notes that the mark at the end was not dictated.
    mutating func noteOwnStop() {
        guard behind == 0 else { return }
        state.endsWithOwnStop = utterances.last?.last.map { ".?".contains($0) } ?? false
    }

    /// Removes a mark at the end that was not dictated; answers whether there was one.
    mutating func dropOwnStop() -> Bool {
        guard state.endsWithOwnStop, selected == 0, behind == 0 else { return false }
        noteState()
        state.utterances[state.utterances.count - 1].removeLast()
        (state.raw, state.hasSpaceAfter, state.endsWithOwnStop) = (nil, false, false)
        return true
    }

    /// Whether a space was added that was not dictated.
    var hasSpaceAfter: Bool { state.hasSpaceAfter }
    private var spaceAfter: Int { hasSpaceAfter ? 1 : 0 }

    /// The text without the selection, and without the space after it.
    var beforeSelection: [String] { stateBeforeSelection.utterances }

    private var stateBeforeSelection: State {
        guard selected > spaceAfter else { return state }
        let end = utterances.joined().count
        var rest = state
        rest.replace(selection.clamped(to: 0..<end), with: "")
        return rest
    }

    /// Selects the last utterance.
    mutating func selectLast() { _ = apply(.select) }

    // MARK: Editing by voice

    /// Replaces characters, which can be undone as a separate change; the cursor goes to the end.
    package mutating func replace(_ range: Range<Int>, with new: String) {
        isChanging = false
        noteState()
        let (end, hadSpace) = (utterances.joined().count, state.hasSpaceAfter)
        state.replace(range.clamped(to: 0..<end), with: new)
        state.hasSpaceAfter =
            hadSpace && !utterances.isEmpty
            && !TextContext.before(utterances.joined()).joinsNext
        (selected, behind, isChanging) = (0, 0, false)
    }

    /// Gives characters a format, or takes it away, which can be undone as a separate change; the
    /// cursor stays where it is.
    mutating func format(_ range: Range<Int>, _ key: EditingKey) {
        isChanging = false
        noteState()
        formatCount += 1
        state.formats.append(Format(number: formatCount, range: range, key: key))
        isChanging = false
    }

    var formats: [Format] { state.formats }

    /// Selects characters.
    package mutating func select(_ range: Range<Int>) {
        (selected, behind) = (range.count, string.count - range.upperBound)
    }

    /// Puts the cursor at a place.
    mutating func place(_ place: Int) { (selected, behind) = (0, string.count - place) }

    /// The content that a command can change.
    package struct Content: Hashable {
        /// The text without the space after it.
        let text: String
        let formats: [Format]
    }

    /// A command that was carried out.
    package struct Change: Hashable {
        let before: Content
        let after: Content
    }

    var content: Content { Content(text: utterances.joined(), formats: formats) }

    /// Undoes a change and what was written after it; nil, and nothing is undone, unless the text
    /// of the change is still there.
    ///
    /// - Returns: what was written after it.
    mutating func undo(_ change: Change) -> String? {
        let (text, after) = (content.text, change.after.text)
        guard text.hasPrefix(after), formats.starts(with: change.after.formats) else { return nil }
        var undone = self
        repeat {
            guard undone.apply(.undo) else { return nil }
        } while undone.content != change.before
        self = undone
        return String(text.dropFirst(after.count))
    }

    /// Whether something was undone that can be made again.
    var canRedo: Bool { !later.isEmpty }

    /// Makes the change again that was undone last; answers whether there is one.
    mutating func redo() -> Bool {
        guard let next = later.popLast() else { return false }
        earlier.append(state)
        (state, selected, behind, isChanging) = (next, 0, 0, false)
        return true
    }

    /// Removes characters that could not be typed.
    package mutating func leaveOut(_ omitted: [Character]) {
        let hasSpaceAfter = state.hasSpaceAfter && !omitted.contains(" ")
        self = EditHistory(utterances.map { $0.filter { !omitted.contains($0) } })
        state.hasSpaceAfter = hasSpaceAfter
    }

    /// Notes that characters were typed in other forms.
    package mutating func write(_ forms: [Character: String]) {
        if forms.isEmpty { return }
        let hasSpaceAfter = state.hasSpaceAfter
        self = EditHistory(utterances.map { $0.written(forms) })
        state.hasSpaceAfter = hasSpaceAfter
    }
}

extension String {
    /// The string without white space at its start.
    fileprivate var trimmingSpace: String { String(drop(while: \.isWhitespace)) }
}

package import Dictation
package import TextProcessing

/// Editing by voice: of any part of the text, with the cursor anywhere in it.
extension EditHistory {
    /// The selected characters, or an empty range where the cursor is.
    package var selection: Range<Int> {
        let end = string.count - behind
        return (end - selected)..<end
    }

    /// The text before the selection.
    package var left: String { String(string.dropLast(behind + selected)) }

    /// The text after the selection.
    package var right: String { String(string.suffix(behind)) }

    package var selectedText: String { String(string.dropLast(behind).suffix(selected)) }

    /// Whether the last utterance is selected.
    var isLastSelected: Bool {
        var other = self
        return other.apply(.select) && other.selection == selection
    }

    /// As editing commands see it.
    package var editable: EditableText {
        let end = utterances.joined().count
        let start = end - (utterances.last?.count ?? 0)
        return EditableText(string, selection: selection, lastUtterance: start..<end)
    }

    /// Whether keys move the cursor on the way to another state.
    func movesCursor(to other: EditHistory) -> Bool {
        behind > 0 || selected > 0 || other.behind > 0 || other.selected > 0
    }

    /// Whether they can be counted: how many keys a character of several scalars takes differs
    /// between programs.
    func canMove(to other: EditHistory) -> Bool {
        func isSimple(_ text: EditHistory) -> Bool {
            text.string.suffix(text.behind + text.selected).allSatisfy {
                $0.unicodeScalars.count == 1
            }
        }
        return isSimple(self) && isSimple(other)
    }

    /// Whether the cursor can be moved by counted keys to that place in the same text. Keys for left
    /// and right are about what is seen, so it crosses nothing that is written from the right.
    func canCross(to other: EditHistory) -> Bool {
        if selection == other.selection { return true }
        let start = min(selection.lowerBound, other.selection.lowerBound)
        let end = max(selection.upperBound, other.selection.upperBound)
        return string.dropFirst(start).prefix(end - start).allSatisfy { character in
            character.unicodeScalars.count == 1
                && !character.unicodeScalars.contains(where: \.isWrittenFromTheRight)
        }
    }

    /// Why keys can't change this text into another one; nil if they can.
    ///
    /// - Parameters:
    ///   - window: what keys mean in the window; nil if it is unknown.
    ///   - pressesKeys: whether a key is pressed, too.
    ///   - crossing: whether the keys cross nothing but what is between the two cursors.
    package func obstacle(
        to other: EditHistory, in window: WindowKind?, pressesKeys: Bool = false,
        crossing: Bool = false
    ) -> String? {
        guard pressesKeys || movesCursor(to: other) else { return nil }
        switch window {
        case .terminal: return "a terminal’s cursor isn’t moved by voice"
        case nil: return "it isn’t known which window has the focus"
        default: break
        }
        let canMove = crossing ? canCross(to: other) : canMove(to: other)
        return canMove ? nil : "the cursor would cross characters of several keys"
    }

    /// A text that the user wrote, as a command sees it: that before the cursor, in which it looks
    /// first, and all of it. Nothing of it was said last.
    var editableParts: [EditableText] {
        let end = selection.upperBound
        return [String(string.prefix(end)), string].map {
            EditableText($0, selection: selection, lastUtterance: end..<end)
        }
    }

    /// Whether the selection that a window reports is all of it.
    var isSelectionWhole: Bool {
        selectedText.unicodeScalars.count < Surroundings.leastOfLong
    }

    // MARK: Steps

    /// The steps that change this text into another one, without its formats.
    func textSteps(to other: EditHistory) -> [Insertion.Step] {
        let (old, new) = (Array(string), Array(other.string))
        if old == new {
            if selection == other.selection { return [] }
            // Selecting further to the left only adds to the selection.
            if selected > 0, behind == other.behind, other.selected > selected {
                return [.select(other.selected - selected)]
            }
            return collapse(selected) + arrive(at: other, from: selection.upperBound)
        }
        let isLocal = behind > 0 && new.count >= behind && old.suffix(behind) == new.suffix(behind)
        if behind == 0 || isLocal {
            let tail = Self.tailSteps(
                Array(old.dropLast(behind)), Array(new.dropLast(behind)), selected: selected)
            return tail + arrive(at: other, from: new.count - behind)
        }
        // To the end, which is where the text can be written again.
        return collapse(selected) + [.move(behind)] + Self.tailSteps(old, new, selected: 0)
            + arrive(at: other, from: new.count)
    }

    /// The steps to a selection in the same text, each confirmed by the document: where a window
    /// gets keys and text by different ways, the text could arrive first.
    func confirmedSteps(to other: EditHistory) -> [Insertion.Step] {
        if other.selection == selection {
            return [.confirm(before: left, selected: selectedText)]
        }
        let end = other.selection.upperBound
        var cursor = other
        cursor.place(end)
        // The user may have selected to the right.
        var (start, steps) = (self, [Insertion.Step]())
        if selected > 0 {
            start.place(selection.upperBound)
            steps.append(.press(.right))
        }
        steps += start.steps(to: cursor)
        steps.append(.confirm(before: cursor.left, selected: ""))
        if other.selected > 0 {
            steps += [
                .select(other.selected),
                .confirm(before: other.left, selected: other.selectedText),
            ]
        }
        return steps
    }

    /// Leaves a selection that was made to the left, at its right.
    private func collapse(_ selected: Int) -> [Insertion.Step] {
        selected > 0 ? [.press(.shiftRight, count: selected)] : []
    }

    private func arrive(at other: EditHistory, from place: Int) -> [Insertion.Step] {
        [.move(other.selection.upperBound - place), .select(other.selected)]
    }

    /// Deletes the end of a text and types another one.
    private static func tailSteps(
        _ old: [Character], _ new: [Character], selected: Int
    ) -> [Insertion.Step] {
        var common = zip(old, new).prefix { $0 == $1 }.count
        // Typing replaces the whole selection.
        common = min(common, old.count - selected)
        var deleted = old.count - common
        let typed = String(new[common...])
        if selected > 0, deleted >= selected {
            // One key deletes the selection; typing a character replaces it.
            deleted -= selected
            if deleted > 0 || typed.isEmpty { deleted += 1 }
        }
        return [.delete(deleted), .type(typed)]
    }
}

extension Unicode.Scalar {
    /// The blocks of the scripts that are written from right to left (Unicode Standard Annex 9).
    fileprivate var isWrittenFromTheRight: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}

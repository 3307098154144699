extension Surroundings {
    /// Whether the cursor is where a text of ours ended, as far as known.
    package func follow(_ text: EditHistory) -> Bool {
        guard let before else { return !isEmptied }
        if before.hasSuffix(text.left) { return true }
        // Of a longer text only the end is reported.
        return before.unicodeScalars.count >= Self.leastOfLong && text.left.hasSuffix(before)
    }

    /// Whether the user has selected something since a text of ours was typed.
    package func selectMore(than text: EditHistory) -> Bool {
        text.selected == 0 && !selected.isEmpty
    }

    /// All that is known, with the cursor in it; nil if nobody reports what is before and after it.
    package var text: EditHistory? {
        guard let before, let after else { return nil }
        var text = EditHistory([before + selected + after])
        let start = before.count
        // Characters can grow together at the cursor.
        guard text.string.count == start + selected.count + after.count else { return nil }
        text.select(start..<(start + selected.count))
        return text
    }

    /// Windows report at least so many code points of a text that is longer.
    package static let leastOfLong = 900

    /// The surroundings of the cursor once a text of ours before it has become another one, or the
    /// cursor is elsewhere in it.
    package func moved(from old: EditHistory?, to new: EditHistory) -> Surroundings {
        guard let before else {
            return new.behind == 0
                ? Surroundings(before: nil, selected: selected, after: after)
                : Surroundings(before: new.left, selected: new.selectedText, after: new.right)
        }
        let standing = old?.left ?? ""
        if let old, old != new, !before.hasSuffix(standing), follow(old) {
            return Surroundings(
                before: String(new.left.suffix(before.count)), selected: new.selectedText,
                after: after)
        }
        guard before.hasSuffix(standing), old.map({ $0 != new }) ?? !new.string.isEmpty else {
            return self
        }
        let right = old?.right ?? ""
        let rest = after.map { $0.hasPrefix(right) ? String($0.dropFirst(right.count)) : $0 }
        return Surroundings(
            before: before.dropLast(standing.count) + new.left, selected: new.selectedText,
            after: rest.map { new.right + $0 })
    }
}

extension Surroundings {
    /// The surroundings of the cursor once a text of ours before it has become another one, or the
    /// cursor is elsewhere in it.
    func moved(from old: EditHistory?, to new: EditHistory) -> Surroundings {
        guard let before else {
            return new.behind == 0
                ? self
                : Surroundings(before: new.left, selected: new.selectedText, after: new.right)
        }
        let standing = old?.left ?? ""
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

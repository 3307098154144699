package import Problems

/// The strokes to type, character by character, and the characters that can't be typed.
package struct PlannedTyping {
    /// The strokes of each character, in order.
    package var steps: [[KeyStroke]]
    /// After step n (0: before the first), the strokes that switch back to the user's group. Empty
    /// if typing never leaves it.
    package var waysBack: [[KeyStroke]] = []
    /// The characters that the keyboard lacks; typing ends before the first of them.
    package var missing: [Character] = []

    package init(
        steps: [[KeyStroke]], waysBack: [[KeyStroke]] = [], missing: [Character] = []
    ) {
        (self.steps, self.waysBack, self.missing) = (steps, waysBack, missing)
    }

    /// The same key some times in a row.
    package init(_ stroke: KeyStroke, times count: Int) {
        self.init(steps: Array(repeating: [stroke], count: count))
    }

    package func wayBack(after step: Int) -> [KeyStroke] {
        step < waysBack.count ? waysBack[step] : []
    }

    /// The problem of missing characters, if any are missing.
    ///
    /// - Parameter keyboard: which one lacks them: `the virtual keyboard`.
    package func problem(_ layout: String, with keyboard: String) -> Problem? {
        if missing.isEmpty { return nil }
        let shown = missing.prefix(10).map { "\($0)" }.joined(separator: " ")
        let more = missing.count > 10 ? " and \(missing.count - 10) more" : ""
        return Problem(
            "cannot type \(shown)\(more) with \(keyboard)",
            why: "\(layout) has no keys for it",
            remedy: "Add a layout that has it; utter doctor says which sinks type any text.")
    }
}

extension StrokePlanner {
    package func planned(_ text: String) -> PlannedTyping {
        let plan = plan(text)
        var planned = PlannedTyping(steps: [], missing: plan.missing)
        for step in plan.steps {
            guard let strokes = step.strokes else { break }
            planned.steps.append(strokes)
        }
        if plan.steps.contains(where: { $0.group != group }) {
            let groups = [group] + plan.steps.prefix(planned.steps.count).map(\.group)
            planned.waysBack = groups.map { strokes(fromGroup: $0, to: group) ?? [] }
        }
        return planned
    }
}

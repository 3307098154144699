import KeyStrokes
import Problems

/// What to type, character by character, and the characters that can't be typed.
struct PlannedTyping {
    /// The strokes of each character, in order.
    var steps: [[KeyStroke]]
    /// After step n (0: before the first), the strokes that switch back to the user's group. Empty
    /// if typing never leaves it.
    var waysBack: [[KeyStroke]] = []
    /// The characters that the keyboard lacks; typing ends before the first of them.
    var missing: [Character] = []

    func wayBack(after step: Int) -> [KeyStroke] {
        step < waysBack.count ? waysBack[step] : []
    }

    /// The problem of missing characters, if any are missing.
    func problem(_ layout: String) -> Problem? {
        if missing.isEmpty { return nil }
        let shown = missing.prefix(10).map { "\($0)" }.joined(separator: " ")
        let more = missing.count > 10 ? " and \(missing.count - 10) more" : ""
        return Problem(
            "cannot type \(shown)\(more) with the virtual keyboard",
            why: "\(layout) has no keys for it",
            remedy: "Add a sink that types any text to [output] sinks, or a layout that has it.")
    }
}

extension StrokePlanner {
    func planned(_ text: String) -> PlannedTyping {
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

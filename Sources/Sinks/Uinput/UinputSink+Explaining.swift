public import Dictation
import KeyStrokes
public import Problems

extension UinputSink {
    /// How each character of a text would be typed now. Before our keyboard exists, by the layout
    /// of the session's other keyboards.
    ///
    /// - Throws: a problem if the layout is unknown.
    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        let planner = try await plannerForExplaining()
        let steps = planner.plan(text.string).steps.map { step in
            SinkExplanation.Step(
                step.character,
                strokes: step.strokes.map { planner.explain($0, group: step.group) },
                keys: (step.strokes ?? []).map(\.codes).joined(separator: " "))
        }
        let typable = steps.count { $0.strokes != nil }
        var summary = "types \(typable) of \(steps.count) characters with the keys of the layout "
            + planner.keymap.groupName(planner.group)
        let locks = [(KeyboardLocks.caps, "Caps Lock"), (.num, "Num Lock")]
            .filter { planner.locks.contains($0.0) }.map(\.1)
        if !locks.isEmpty { summary += ", \(locks.joined(separator: " and ")) on" }
        return SinkExplanation(summary: summary, steps: steps)
    }
}

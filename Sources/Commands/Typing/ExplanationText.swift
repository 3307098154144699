import Dictation
import SinkChains

/// The output of `utter type --explain`: the sinks one by one, then what they do together.
struct ExplanationText {
    private let explanation: ChainExplanation

    init(_ explanation: ChainExplanation) {
        self.explanation = explanation
    }

    var lines: [String] {
        explanation.entries.flatMap(lines(of:)) + result
    }

    // MARK: One sink

    private func lines(of entry: ChainExplanation.Entry) -> [String] {
        var lines: [String] = []
        if let problem = entry.problem {
            lines.append("\(entry.sink): not available: \(problem)")
            if let explanation = entry.explanation {
                lines.append("if it were: \(explanation.summary)")
            }
        } else if let explanation = entry.explanation {
            lines.append("\(entry.sink): \(explanation.summary)")
        }
        return lines + table(entry.explanation?.steps ?? []) + [""]
    }

    /// The character, a tab (since terminals know the character's width), the strokes, the codes.
    private func table(_ steps: [SinkExplanation.Step]) -> [String] {
        let width = steps.map { $0.strokes?.count ?? 0 }.max() ?? 0
        return zip(steps, explanation.typists).map { step, typist in
            let head = "  \(Self.name(step.character))\t"
            guard let strokes = step.strokes else {
                if explanation.parts.isEmpty { return head + "no key" }
                return head + "no key: \(typist.map { "\($0) types it" } ?? "left out")"
            }
            let space = String(repeating: " ", count: width - strokes.count)
            return head + strokes + (step.keys.isEmpty ? "" : "\(space)  \(step.keys)")
        }
    }

    private static func name(_ character: Character) -> String {
        switch character {
        case " ": "space"
        case "\n": "⏎"
        default: character.shown
        }
    }

    // MARK: All

    private var result: [String] {
        let omitted = explanation.omitted
        guard !explanation.parts.isEmpty else {
            let why =
                if explanation.typists.isEmpty {
                    "the text is empty"
                } else if omitted.isEmpty {
                    "no sink is available"
                } else {
                    "no sink can type \(omitted.named)"
                }
            return ["Nothing would be typed: \(why)."]
        }
        var lines: [String] = []
        if explanation.parts.count == 1 {
            lines.append("\(explanation.parts[0].sink) would type it.")
        } else {
            lines.append("They would take turns:")
            lines += explanation.parts.map { "  \($0.sink)\t“\($0.text)”" }
        }
        if !omitted.isEmpty {
            lines.append("Left out, with a notice: \(omitted.named).")
            lines.append(InsertionOutcome.remedyForOmissions)
        }
        return lines
    }
}

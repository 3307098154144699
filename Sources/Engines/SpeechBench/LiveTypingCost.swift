public import Dictation
import MonotonicTime

/// How much is typed and deleted if words are typed as soon as they are stable: the effects of the
/// machine, applied to a document in memory.
public struct LiveTypingCost: Hashable, Sendable {
    /// Characters that were typed, deleted, and are left at the end.
    public private(set) var typed = 0
    public private(set) var deleted = 0
    public private(set) var kept = 0
    /// The number of recordings whose document differs from the final text.
    public private(set) var wrongTexts = 0

    public init() {}

    /// Counts one dictation.
    ///
    /// - Parameters:
    ///   - events: the recogniser's events.
    ///   - compose: turns words into text.
    public init(_ events: [RecognizerEvent], compose: (Transcript) -> String) {
        var rules = DictationRules()
        rules.commit = .live
        var machine = DictationMachine(rules: rules)
        let now = Instant(nanoseconds: 0)
        let spoken = events.map(DictationEvent.recognizer)
        let end: [DictationEvent] = [
            .command(.stop),
            .recognizer(.finished(RecognitionTiming(backlog: .zero, tail: .zero))),
        ]
        var live = LiveText()
        var document = ""
        var text = ""
        for event in [.command(.start), .audio(.started)] + spoken + end {
            for effect in machine.handle(event, at: now) {
                let goal: String
                var isSmall = false
                switch effect {
                case .typeEarly(let words, let isFinal):
                    (goal, isSmall) = (compose(words), !isFinal)
                case .compose(let words, _):
                    text = compose(words)
                    goal = text
                case .withdraw: goal = ""
                default: continue
                }
                guard let edit = isSmall ? live.smallEdit(to: goal) : live.edit(to: goal) else {
                    continue
                }
                typed += edit.text.count
                deleted += edit.deletedCount
                document = document.dropLast(edit.deletedCount) + edit.text
                live.noteDeleted(edit.deletedCount, toMake: goal)
                live.noteTyped(edit.text)
            }
        }
        kept = document.count
        wrongTexts = document == text ? 0 : 1
    }

    public static func += (sum: inout LiveTypingCost, other: LiveTypingCost) {
        sum.typed += other.typed
        sum.deleted += other.deleted
        sum.kept += other.kept
        sum.wrongTexts += other.wrongTexts
    }
}

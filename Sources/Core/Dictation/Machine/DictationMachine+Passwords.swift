import MonotonicTime

// The focused field is known to be a password field: there is no dictation, or nothing of it is
// kept or shown.

extension DictationMachine {
    mutating func notePassword(
        _ policy: PasswordPolicy, _ now: Instant
    ) -> [DictationEffect] {
        let (record, abandonment): (DictationRecord?, [DictationEffect])
        switch phase {
        case .recording: (record, abandonment) = (nil, Self.abandonRecording)
        case .recognizing:
            (record, abandonment) = (nil, [.cancelRecognition, .clearDeadline(.processing)])
        case .composing(_, .kept):
            // It is from another field, and not for this one.
            guard policy == .refuse else { return [.ignored("the text is kept already")] }
            phase = .idle
            return [.cancelComposition, .clearDeadline(.processing)]
                + show(Self.passwordNotTyped, now)
        case .composing(let composed, _):
            record = composed
            abandonment = [.cancelComposition, .clearDeadline(.processing)]
        case .inserting(let inserted, _): (record, abandonment) = (inserted, [])
        case .idle: return [.ignored("nothing is dictated")]
        }
        switch (policy, phase) {
        case (.allow, _):
            if isSecret { return [.ignored("it is known already")] }
            isSecret = true
            return [.forget(record?.number)]
        case (.refuse, .inserting):
            return [.ignored("the text is being typed")]
        case (.refuse, _):
            isStartQueued = false
            phase = .idle
            return abandonment + withdrawal + [.forget(record?.number)]
                + show(Self.passwordRefused, now)
        }
    }

    private static let passwordRefused = Notice(
        .warning, "Nothing was recorded: the focus is in a password field",
        remedy: "Click into another field, or allow it: [output] passwords = \"allow\".")

    private static let passwordNotTyped = Notice(
        .warning, "Nothing was typed: the focus is in a password field",
        remedy: "Click into another field: utter retype", actions: .ofKeptText)

    /// Keeps a record of the dictation, unless it is for a password field.
    func keep(_ record: DictationRecord) -> [DictationEffect] {
        isSecret ? [] : [.keep(record)]
    }
}

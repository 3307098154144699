public import Problems

/// A command by the user or a script.
public enum DictationCommand: String, Hashable, Sendable {
    case toggle, start, stop, cancel
    /// Pause the dictation that records, or resume it.
    case pause
}

/// The deadlines that the machine sets.
public enum DictationDeadline: String, Hashable, Sendable, CaseIterable {
    /// The silence limit of the dictation has passed.
    case silence
    /// A pause of a dictation that stays on is long enough to type what was said.
    case renewal
    /// The dictation reaches its maximum length.
    case length
    /// The recogniser or the text processing made no progress for too long.
    case processing
    /// The notice has been shown long enough.
    case notice
}

/// The events of a dictation.
public enum DictationEvent: Sendable {
    case hotkey(HotkeyEvent)
    /// The overrides apply if this begins a dictation.
    case command(DictationCommand, DictationOverrides = .automatic)
    /// Every audio event except `samples`, which go directly to the recogniser.
    case audio(AudioEvent)
    case recognizer(RecognizerEvent)
    /// How much sound of the dictation has been fed to the recogniser so far.
    case fed(Duration)
    /// The text to insert for the transcript, and a notice for the user.
    ///
    /// `text` is the whole text, if a part of it is in the window already.
    case composed(Insertion, text: String? = nil, notice: Notice? = nil)
    case insertion(InsertionOutcome)
    /// Type this kept dictation, or the rest of it, again.
    case retype(DictationRecord)
    /// Replace a text that was typed by another one, which has this record.
    case revise(Insertion, DictationRecord)
    /// `backlog` is the sound of the dictation that the recogniser hasn't processed yet.
    case deadline(DictationDeadline, backlog: Duration = .zero)
    /// The user can't see any more what is typed.
    case left(SessionUnavailable)
    /// The user can see it again.
    case returned
    /// A part that dictation doesn't need has failed permanently.
    case trouble(Problem)
    /// The words of a dictation that never ended, and their text.
    case recovered(Transcript, text: String, after: InterruptionReason = .program)
    /// A text whose typing was cut off by the end of the program, and its rest. The number is its
    /// record's, if it is kept already.
    case cutShort(number: Int?, Transcript, text: String, rest: String)
    /// The dictation is known to go into a password field.
    case passwordField(PasswordPolicy)
    /// The dictation that began can't use the requested overrides; the caller was told why.
    case refused
    /// A notice for the user.
    case notice(Notice)
    /// The program must end.
    case shutdown
}

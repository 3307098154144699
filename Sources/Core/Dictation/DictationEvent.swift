/// What a person or a script asks for.
public enum DictationCommand: String, Hashable, Sendable {
    case toggle, start, stop, cancel
}

/// The deadlines that the machine sets.
public enum DictationDeadline: String, Hashable, Sendable, CaseIterable {
    /// Nothing was said for so long that the dictation ends.
    case silence
    /// The dictation reaches its maximum length.
    case length
    /// The recogniser or the text processing gave no sign of life for too long.
    case processing
    /// The notice has been shown long enough.
    case notice
}

/// What can happen to a dictation.
public enum DictationEvent: Sendable {
    case hotkey(HotkeyEvent)
    /// The choice is for what begins now, if anything does.
    case command(DictationCommand, DictationOverrides = .automatic)
    /// Everything but `samples`, which go straight to the recogniser.
    case audio(AudioEvent)
    case recognizer(RecognizerEvent)
    /// How much sound of the dictation the recogniser has got so far.
    case fed(Duration)
    /// What is to be done with what was made of the transcript, and what the person should know
    /// about it.
    ///
    /// `text` is the whole text, where part of it stands there already.
    case composed(Insertion, text: String? = nil, notice: Notice? = nil)
    case insertion(InsertionOutcome)
    /// Type this kept dictation, or what is left of it, again.
    case retype(DictationRecord)
    /// Put another text in the place of one that was typed: this, of which a record is kept.
    case revise(Insertion, DictationRecord)
    /// `backlog` is the sound of the dictation that the recogniser hasn't heard yet.
    case deadline(DictationDeadline, backlog: Duration = .zero)
    /// Nobody sees any more what is typed.
    case left(SessionUnavailable)
    /// Somebody does again.
    case returned
    /// A part that dictation can do without has failed for good.
    case trouble(Problem)
    /// The words of a dictation that never ended, and the text that was made of them.
    case recovered(Transcript, text: String, after: InterruptionReason = .program)
    /// A text that was not typed to its end when the program ended, and what is left of it. The
    /// number is that of its record, if it is kept already.
    case cutShort(number: Int?, Transcript, text: String, rest: String)
    /// The dictation that began can't be made as was asked; who asked is told why.
    case refused
    /// Something that the person should know.
    case notice(Notice)
    /// The program must end.
    case shutdown
}

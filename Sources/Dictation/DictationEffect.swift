/// What the shell must do, in this order.
public enum DictationEffect: Hashable, Sendable {
    case startCapture
    case stopCapture
    /// Load the recogniser's model (again).
    case prepareRecognizer
    /// What follows is made as this choice says, and as suits the focused window.
    case select(DictationChoice)
    case beginRecognition
    case finishRecognition
    case cancelRecognition
    /// Make text of these words, then report `composed`.
    case compose(Transcript)
    /// Forget the composition; report nothing.
    case cancelComposition
    /// Keep this in the history, in place of an earlier record of the same number.
    case keep(DictationRecord)
    /// Do this in the focused window, then report `insertion`.
    case insert(Insertion)
    /// Stop typing as soon as no key is down; `insertion` is reported as always.
    case stopInsertion
    /// Report `deadline` at this time, in place of an earlier deadline of the same name.
    case setDeadline(DictationDeadline, Instant)
    case clearDeadline(DictationDeadline)
    /// The event changed nothing, for this reason.
    case ignored(String)
    /// End the program.
    case exit
}

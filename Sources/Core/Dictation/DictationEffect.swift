/// What the shell must do, in this order.
public enum DictationEffect: Hashable, Sendable {
    case startCapture
    case stopCapture
    /// Load the recogniser's model (again).
    case prepareRecognizer
    /// What follows is made as this choice says, and as suits the focused window.
    case select(DictationOverrides)
    case beginRecognition
    case finishRecognition
    case cancelRecognition
    /// Make text of these words, and have it stand in the window while the dictation goes on. If
    /// they aren't final, only what is stable of them is there, and little may be corrected. In
    /// place of an earlier revision that has not been made yet; report nothing.
    case typeEarly(Transcript, isFinal: Bool)
    /// Delete what was typed of this dictation. Report nothing.
    case withdraw
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

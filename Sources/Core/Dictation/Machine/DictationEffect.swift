public import MonotonicTime

/// An action that the shell must carry out; a list of them is carried out in order.
public enum DictationEffect: Hashable, Sendable {
    case startCapture
    case stopCapture
    /// End capture for a while: the recogniser hears silence, then nothing, until `resumeCapture`
    /// or the end of the dictation.
    case pauseCapture
    case resumeCapture
    /// Load the recogniser's model (again).
    case prepareRecognizer
    /// Use these overrides, and the settings for the focused window, for what follows.
    case select(DictationOverrides)
    case beginRecognition
    case finishRecognition
    case cancelRecognition
    /// Process these words, and have their text in the window while the dictation continues. If
    /// they aren't final, only their stable part is used, and only small corrections are made.
    /// Replaces an earlier revision that has not been processed yet. Report nothing.
    case typeEarly(Transcript, isFinal: Bool)
    /// Delete what was typed of this dictation. Report nothing.
    case withdraw
    /// Process these words into text, then report `composed`.
    case compose(Transcript, DictationPurpose)
    /// The same for the words of an earlier dictation, of which nothing was typed.
    case composeAgain(Transcript)
    /// Cancel the composition. Report nothing.
    case cancelComposition
    /// Keep this in the history, in place of an earlier record with the same number.
    case keep(DictationRecord)
    /// Keep nothing of this dictation: neither its sound, nor the record with this number, if it has
    /// one.
    case forget(Int?)
    /// Carry this out in the focused window, then report `insertion`.
    case insert(Insertion)
    /// Stop typing as soon as no key is down; `insertion` is reported as usual.
    case stopInsertion
    /// Report `deadline` at this time; replaces an earlier deadline with the same name.
    case setDeadline(DictationDeadline, Instant)
    case clearDeadline(DictationDeadline)
    /// Do what a hotkey is for that starts no dictation.
    case act(HotkeyAction)
    /// The event changed nothing, for this reason.
    case ignored(String)
    /// End the program.
    case exit
}

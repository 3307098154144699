import Dictation
import DictationParts
import MonotonicTime
import SinkChains
import TextEditing

/// Where a text goes, as far as known: the window and the text around the cursor, at one moment.
struct Place {
    /// The window, as the desktop reports it; unknown where nothing depends on it.
    var window = FocusPolicy.Report.unknown
    /// The window, as the sinks name it.
    var target: SinkTarget?
    /// The text that was just typed there.
    var text: EditHistory?
    /// Whether that isn't known, but the last text ended a sentence and may still be before the
    /// cursor.
    var followsSentence = false
    /// The whole text around the cursor, if a sink knows it.
    var surroundings = Surroundings.unknown
    /// The kind of the field; nil if no sink knows it.
    var traits: FieldTraits?
    private let time = Instant.now

    /// The window as a receiver of text; nil if it isn't known whether there is one.
    var receiver: FocusedReceiver? {
        target != nil || window.window != nil ? FocusedReceiver(target: target) : nil
    }

    /// For how long it has been known.
    var age: Duration { time.duration(to: .now) }
}

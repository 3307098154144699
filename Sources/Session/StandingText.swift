import Dictation
import TextEditing

/// The text around the cursor, as far as known.
struct StandingText {
    /// The window.
    var target: SinkTarget?
    /// The text that was just typed there.
    var text: EditHistory?
    /// The whole text around the cursor, if a sink knows it.
    var surroundings = Surroundings.unknown
    /// The kind of the field; nil if no sink knows it.
    var traits: FieldTraits?
}

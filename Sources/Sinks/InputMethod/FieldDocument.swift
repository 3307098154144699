import Dictation
import DictationParts
import LinuxRuntime
import WaylandInputMethods

/// The focused field, while the input method is held.
@EventLoopActor
final class FieldDocument: Document {
    var field: FocusedField?

    /// Nothing of a password is read.
    private var text: SurroundingText? { field?.isSecure == true ? nil : field?.text }

    var contextBeforeInput: String? { text.map { ContextLimit.before($0.before) } }
    var contextAfterInput: String? { text.map { ContextLimit.after($0.after) } }
    var selectedText: String? { text?.selected }

    var traits: FieldTraits? {
        field.map {
            FieldTraits(
                isSecure: $0.isSecure, isMultiline: $0.hints.contains(.multiline) ? true : nil,
                takesSentences: $0.purpose == .normal && !$0.isSecure ? nil : false)
        }
    }
}

import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime

/// The focused field, while the input method is held.
@EventLoopActor
final class FieldDocument: Document {
    var field: FocusedField? {
        didSet {
            guard let new = field?.text, let old = oldValue?.text else {
                lastChange = nil
                return
            }
            if new != old { lastChange = .now }
        }
    }
    private(set) var lastChange: Instant?
    /// The last report of a window that had taken another text meanwhile, as Firefox 153 does:
    /// while it reports that, its text is unknown.
    var late: SurroundingText?

    var isLate: Bool { late != nil && field?.text == late }

    /// Nothing of a password is read.
    private var text: SurroundingText? {
        guard let field, !field.isSecure, !isLate else { return nil }
        return field.text.flatMap { ContextLimit.allows($0.selected) ? $0 : nil }
    }

    var contextBeforeInput: String? { text.map { ContextLimit.before($0.before) } }
    var contextAfterInput: String? { text.map { ContextLimit.after($0.after) } }
    var selectedText: String? { text?.selected }

    var traits: FieldTraits? {
        field.map {
            FieldTraits(
                $0.isSecure ? .password : FieldKind($0.purpose),
                isMultiline: $0.hints.contains(.multiline) ? true : nil)
        }
    }
}

extension FieldKind {
    init(_ purpose: FocusedField.Purpose) {
        self =
            switch purpose {
            case .normal: .text
            case .digits, .number, .phone, .date, .time, .datetime: .number
            case .url: .url
            case .email: .email
            case .password, .pin: .password
            case .terminal: .terminal
            case .alpha, .name: .other
            }
    }
}

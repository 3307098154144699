import Dictation
import DictationParts
import IBusEngine
import LinuxRuntime

/// The focused field as IBus told it when our engine was last in force; live while it is.
@EventLoopActor
final class IBusDocument: Document {
    private let turns: EngineTurns
    /// Whether the window has told what the last commit changed.
    var isCurrent = true

    init(_ turns: EngineTurns) { self.turns = turns }

    private var field: IBusField? { turns.field.flatMap { $0.isNone ? nil : $0 } }

    /// Nothing of a password is read.
    private var text: SurroundingText? {
        guard let field, !field.isSecret else { return nil }
        return field.surrounding.flatMap { ContextLimit.allows($0.selected) ? $0 : nil }
    }

    var contextBeforeInput: String? { text.map { ContextLimit.before($0.before) } }
    var contextAfterInput: String? { text.map { ContextLimit.after($0.after) } }
    var selectedText: String? { text?.selected }

    var traits: FieldTraits? {
        field.map { FieldTraits($0.isSecret ? .password : FieldKind($0.purpose)) }
    }
}

extension FieldKind {
    init(_ purpose: IBusPurpose) {
        self = switch purpose {
        case .freeForm: .text
        case .digits, .number, .phone: .number
        case .url: .url
        case .email: .email
        case .password, .pin: .password
        case .terminal: .terminal
        default: .other
        }
    }
}

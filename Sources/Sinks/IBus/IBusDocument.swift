import Dictation
import DictationParts
import LinuxRuntime

/// The focused field as IBus told it when our engine was last in force; live while it is.
@EventLoopActor
final class IBusDocument: Document {
    private let turns: EngineTurns
    /// Whether the window has told what the last commit changed.
    var isCurrent = true

    /// The field that got the last text, if it reported it.
    var typed: IBusField?

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

    /// IBus passes no empty text on to an engine that has heard of no other
    /// (bus_engine_proxy_set_surrounding_text in its bus/engineproxy.c).
    var isEmptied: Bool {
        guard let field, let typed, !field.isSecret else { return false }
        return field.surrounding == nil && field.isLike(typed)
    }

    var traits: FieldTraits? {
        field.map {
            FieldTraits(
                $0.isSecret ? .password : FieldKind($0.purpose),
                committedLineBreak: $0.committedLineBreak)
        }
    }
}

extension IBusField {
    /// IBus tells of no field whether it has several lines. Tried with GNOME Shell 48: a committed
    /// line break is a line in each that has, and presses no key in any. In a field of one line
    /// Chromium and Firefox make a space of it; GTK and Qt leave it as a character. Chromium alone
    /// has asked for capitals and nothing else.
    var committedLineBreak: CommittedLineBreak {
        // Other programs than the shell may tell that they are terminals after the commit.
        guard client == "gnome-shell", !isX11, purpose == .freeForm,
            capabilities.contains(.surroundingText)
        else { return .unsuitable }
        let known = surrounding.map { $0.before + $0.selected + $0.after } ?? ""
        return known.contains("\n") || hints == .sentences ? .line : .unknown
    }
}

extension FieldKind {
    init(_ purpose: IBusPurpose) {
        self =
            switch purpose {
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

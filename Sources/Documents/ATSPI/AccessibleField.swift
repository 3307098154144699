import Dictation

/// What a program reports of its focused text field.
struct AccessibleField: Hashable, Sendable {
    var traits = FieldTraits()
    /// Nil if the text isn't to be read, or can't be.
    var text: Text?

    struct Text: Hashable, Sendable {
        let before: String
        let selected: String
        let after: String

        /// Whether it holds places of other objects (a picture, a paragraph): it is not the text
        /// that the user sees, then.
        var isWhole: Bool { ![before, selected, after].contains { $0.contains("\u{FFFC}") } }
    }
}

extension FieldKind {
    /// - Parameter type: the type of HTML's `<input>`, as browsers report it.
    init(inputType type: String?) {
        self = switch type {
        case "text": .text
        case "search": .search
        case "url": .url
        case "email": .email
        case "number", "tel", "date", "time", "datetime-local", "month", "week": .number
        case "password": .password
        default: .unknown
        }
    }
}

import Dictation
import DictationParts

/// A program's report about its focused text field.
struct AccessibleField: Hashable, Sendable {
    var traits = FieldTraits()
    /// Nil if the text isn't to be read, or can't be.
    var text: Text?

    struct Text: Hashable, Sendable {
        let before: String
        let selected: String
        let after: String

        init(before: String, selected: String, after: String) {
            self.before = Self.withoutPadding(before)
            self.selected = Self.withoutPadding(selected)
            self.after = Self.withoutPadding(after)
        }

        /// Firefox counts in code units of UTF-16, and reports U+FEFF as the second one of a character
        /// that has two (DOMtoATK::AddBOMs).
        private static func withoutPadding(_ text: String) -> String {
            var scalars = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                let isSecond = scalars.last.map { $0.value > 0xFFFF } ?? true
                if scalar != "\u{FEFF}" || !isSecond { scalars.append(scalar) }
            }
            return String(scalars)
        }

        /// How many characters may be added before it.
        var room: Int { ContextLimit.longest - before.count }

        /// This text after an earlier one.
        func following(_ earlier: String) -> Text {
            Text(before: earlier + before, selected: selected, after: after)
        }

        /// Whether it holds places of other objects (a picture, a paragraph): it is not the text
        /// that the user sees, then.
        var isWhole: Bool { ![before, selected, after].contains { $0.contains("\u{FFFC}") } }
    }
}

extension FieldKind {
    /// - Parameter type: the type of HTML's `<input>`, as browsers report it.
    init(inputType type: String?) {
        self =
            switch type {
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

extension Character {
    /// How it is written where it can't be typed, in characters of ASCII; nil if nothing else means
    /// the same: `"` for `“`.
    public var plainForm: String? { plainForms[self] }
}

private let plainForms: [Character: String] = [
    "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "‚": "'", "‹": "'",
    "›": "'", "—": "-", "–": "-", "‐": "-", "‑": "-", "−": "-", "…": "...", "•": "-", "·": "-",
    "×": "x", "÷": "/", "\u{A0}": " ", "\u{2009}": " ", "\u{202F}": " ",
    // A line break that may only be made with Shift.
    TypableText.soft: " ",
]

extension String {
    /// The string with characters in other forms.
    public func written(_ forms: [Character: String]) -> String {
        forms.isEmpty ? self : reduce(into: "") { $0 += forms[$1] ?? String($1) }
    }
}

extension Insertion {
    /// The same with characters in other forms.
    public func written(_ forms: [Character: String]) -> Insertion {
        forms.isEmpty
            ? self
            : Insertion(
                steps.map { step in
                    if case .type(let text) = step { .type(text.written(forms)) } else { step }
                })
    }
}

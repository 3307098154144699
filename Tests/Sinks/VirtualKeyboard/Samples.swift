/// Texts without line breaks: 2,000 characters, or 200 of emoji.
enum Sample: String, CaseIterable {
    /// Only ASCII.
    case english
    /// With signs and letters that no single layout has.
    case european
    /// Cyrillic, Greek, CJK and combining sequences.
    case world
    /// Emoji with joiners, skin tones and flags.
    case emoji

    var text: String {
        let line =
            switch self {
            case .english:
                "The quick brown fox (age 7) jumps over the lazy dog; \"why?\", it asked -- 3.5 "
                    + "times & more: #1, 50% off @ $4 [sic] {a|b} <tag/> x^2 = y_1 * `z` ~ ok! "
            case .european:
                "“Größe”, naïve café — 12 €, őrült ğüneş, Žluťoučký kůň, señor, Łódź, façade, "
                    + "smørrebrød, þorn, ÀÉÎÕÜ, ‘x’…, „Straße“, Ελλάς?, ½ × 2 ≠ 3, don’t. "
            case .world:
                "Съешь ещё этих мягких булок. Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. 我能吞下玻璃"
                    + "而不伤身体。日本語のテキスト、かな、カナ。한국어 문장. e\u{301}a\u{308}o\u{302}\u{323} q\u{303}. "
            case .emoji:
                "👍🏽 👩‍💻 🏳️‍🌈 👨‍👩‍👧‍👦 🇪🇺 ❤️ 🧑🏿‍🚀 😀 é ok "
            }
        let count = self == .emoji ? 200 : 2000
        var text = ""
        while text.count < count { text += line }
        return String(text.prefix(count))
    }
}

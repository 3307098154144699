import KeyStrokes
import Problems

/// The Linux console's compositions with dead keys: Latin 1, and the accent alone with the space
/// bar (accent_table and handle_diacr in the kernel's drivers/tty/vt). The console has no Compose
/// file.
enum ConsoleCompose {
    static func table() throws(Problem) -> ComposeTable {
        try ComposeTable(text: text)
    }

    private static let accents: [(dead: String, alone: String, mark: String, letters: String)] = [
        ("dead_grave", "`", "\u{300}", "AEIOUaeiou"),
        ("dead_acute", "'", "\u{301}", "AEIOUYaeiouy"),
        ("dead_circumflex", "^", "\u{302}", "AEIOUaeiou"),
        ("dead_tilde", "~", "\u{303}", "ANOano"),
        ("dead_diaeresis", "\\\"", "\u{308}", "AEIOUaeiouy"),
        ("dead_cedilla", ",", "\u{327}", "Cc"),
    ]

    private static var text: String {
        accents.map { accent in
            "<\(accent.dead)> <space> : \"\(accent.alone)\"\n"
                + accent.letters.map { letter in
                    "<\(accent.dead)> <\(letter)> : \"\(letter)\(accent.mark)\"\n"
                }.joined()
        }.joined()
    }
}

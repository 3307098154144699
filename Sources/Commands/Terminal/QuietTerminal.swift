import Glibc

/// Keeps the terminal from echoing what is typed, and from passing it on to the shell, while keys
/// are pressed to be recognised. Does nothing if standard input is no terminal.
struct QuietTerminal {
    private let before: TerminalModes

    init() {
        before = TerminalModes()
        guard var attributes = before.attributes else { return }
        // Ctrl-C still ends the program: ISIG stays.
        attributes.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
    }

    /// Discards what was typed in the meantime.
    func restore() { before.restore() }
}

/// The modes of the terminal, to be restored whatever a stopped program has left.
struct TerminalModes {
    /// Nil if standard input is no terminal.
    fileprivate let attributes: termios?

    init() {
        var attributes = termios()
        self.attributes = tcgetattr(STDIN_FILENO, &attributes) == 0 ? attributes : nil
    }

    /// Restores the modes, and discards unread input (TCSAFLUSH).
    func restore() {
        guard var attributes else { return }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
    }
}

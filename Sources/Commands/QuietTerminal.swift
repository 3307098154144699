import Glibc

/// Keeps the terminal from showing what is typed, and from passing it on to the shell: the keys
/// are pressed to be named. Does nothing where standard input is no terminal.
struct QuietTerminal {
    private let before: TerminalModes

    init() {
        before = TerminalModes()
        guard var attributes = before.attributes else { return }
        // Ctrl-C still ends the program: ISIG stays.
        attributes.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
    }

    /// What was typed meanwhile is dropped.
    func restore() { before.restore() }
}

/// How the terminal is set, to set it so again, whatever a program that was stopped has left.
struct TerminalModes {
    /// Nil where standard input is no terminal.
    fileprivate let attributes: termios?

    init() {
        var attributes = termios()
        self.attributes = tcgetattr(STDIN_FILENO, &attributes) == 0 ? attributes : nil
    }

    /// Sets it, and drops what was typed and not read (TCSAFLUSH).
    func restore() {
        guard var attributes else { return }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
    }
}

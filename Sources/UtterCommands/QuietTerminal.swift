import Glibc

/// Keeps the terminal from showing what is typed, and from passing it on to the shell: the keys
/// are pressed to be named. Does nothing where standard input is no terminal.
struct QuietTerminal {
    private let before: termios?

    init() {
        var attributes = termios()
        guard tcgetattr(STDIN_FILENO, &attributes) == 0 else {
            before = nil
            return
        }
        before = attributes
        // Ctrl-C still ends the program: ISIG stays.
        attributes.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
    }

    func restore() {
        guard var before else { return }
        // What was typed meanwhile is dropped (TCSAFLUSH).
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }
}

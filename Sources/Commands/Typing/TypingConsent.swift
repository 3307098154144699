import Assembly
import Glibc
import LinuxRuntime
import Problems
import Settings
import SystemPackage

/// The user's consent that `utter type` presses keys on KDE.
///
/// KWin protects windows from keys of programs that it does not permit. It permits `utter-kwin`, so
/// whatever can start `utter type` can type too, into a terminal for instance. The daemon, which types
/// what was dictated, needs no consent: to install utter was one.
struct TypingConsent {
    /// A file that is there if the user has agreed; nil without a home directory.
    let file: FilePath?

    static func standard() -> TypingConsent {
        let folder = BaseDirectory.state.path(Settings.environment)
        return TypingConsent(file: folder.map { FilePath("\($0)/may-type-on-kde") })
    }

    var isGiven: Bool { file.map { access($0.string, F_OK) == 0 } ?? false }

    /// Asks once, at the terminal.
    ///
    /// - Throws: a problem if the user doesn't agree, or can't be asked.
    func settle() throws(Problem) {
        if isGiven { return }
        let what = "“utter type” may not type on KDE yet"
        guard let file else { throw Problem(what, why: "$HOME is not set") }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Problem(
                what, why: "you were not asked",
                remedy: "Run “utter type hello” once in a terminal, which asks you. Dictation "
                    + "needs no such consent.")
        }
        complain(
            """
            KDE protects windows from programs that press keys, and lets utter. If “utter type” may \
            do so,
            every program that can start utter can type into your windows, a terminal for example.
            Dictation doesn't need it. May “utter type” press keys? [y/n]
            """)
        while let line = readLine() {
            switch line.lowercased().split(whereSeparator: \.isWhitespace).joined() {
            case "yes", "y":
                do throws(Errno) {
                    try PrivateFile.write("", to: file)
                } catch {
                    throw Problem("cannot keep your answer in \(file)", why: "\(error)")
                }
                return complain("Take it back with: rm \(file)")
            case "no", "n":
                throw Problem("nothing was typed", why: "“utter type” may not press keys on KDE")
            default: complain("Type y or n:")
            }
        }
        throw Problem("nothing was typed", why: "there was no answer")
    }
}

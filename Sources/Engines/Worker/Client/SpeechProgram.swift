import Glibc
import LinuxRuntime
public import Problems
import SystemPackage

/// Where the program `utter-speech` is.
public enum SpeechProgram {
    /// `PREFIX/libexec/utter/utter-speech` if this program is installed, else `utter-speech` beside
    /// this program, as in a build folder; nil if neither is executable.
    public static var path: String? { path(of: "utter-speech") }

    /// The same for a program of another name.
    static func path(of name: String) -> String? {
        guard let program = try? Executable.path() else { return nil }
        let places = [
            Executable.prefix?.appending("libexec/utter/\(name)"),
            program.removingLastComponent().appending(name),
        ]
        return places.compactMap { $0?.string }.first { access($0, X_OK) == 0 }
    }

    /// Why engines can't run; nil if the program is there.
    public static var problem: Problem? {
        guard path == nil else { return nil }
        return Problem(
            "cannot run the speech engines", why: "the program utter-speech is missing",
            remedy: "Install utter again.")
    }
}

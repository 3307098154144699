import LinuxRuntime
public import Problems

/// Where the program `utter-speech` is.
public enum SpeechProgram {
    /// Its path; nil if it is missing or not executable.
    public static var path: String? { Executable.companion("utter-speech") }

    /// Why engines can't run; nil if the program is there.
    public static var problem: Problem? {
        guard path == nil else { return nil }
        return Problem(
            "cannot run the speech engines", why: "the program utter-speech is missing",
            remedy: "Install utter again.")
    }
}

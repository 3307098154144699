import Glibc
import LinuxRuntime
import SystemPackage

/// Where the helper is installed.
public enum HelperProgram {
    /// `PREFIX/libexec/utter/utter-hotkeys` where this program is `PREFIX/bin/utter`; nil if it
    /// is not there or may not be executed.
    public static var installed: String? {
        guard let program = try? Executable.path() else { return nil }
        let prefix = program.removingLastComponent().removingLastComponent()
        let path = prefix.appending("libexec/utter/utter-hotkeys").string
        return access(path, X_OK) == 0 ? path : nil
    }
}

import Glibc
import LinuxRuntime
import SystemPackage

/// Where the helper is installed.
public enum HelperProgram {
    /// `PREFIX/libexec/utter/utter-hotkeys` if this program is installed; nil if it is not, or if the
    /// helper is missing or not executable.
    public static var installed: String? {
        guard let prefix = Executable.prefix else { return nil }
        let path = prefix.appending("libexec/utter/utter-hotkeys").string
        return access(path, X_OK) == 0 ? path : nil
    }
}

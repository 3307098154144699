import Glibc
import LinuxRuntime
import SystemPackage

/// `utter-settings`, the window for the settings, which a package may leave out.
public enum SettingsProgram {
    private static let name = "utter-settings"

    /// Where it is: beside this program, or installed with it; nil if it isn't.
    public static var path: String? { Executable.companion(name) ?? installed }

    private static var installed: String? {
        let path = Executable.prefix?.appending("bin/\(name)").string
        return path.flatMap { access($0, X_OK) == 0 ? $0 : nil }
    }
}

import CLinux
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

    /// Whether a helper gets the group `input` when this process starts it, without which it may read
    /// no keyboard.
    public static func isPrivileged(_ path: String) -> Bool {
        var (file, mount) = (stat(), statvfs())
        guard let group = getgrnam("input"), stat(path, &file) == 0, statvfs(path, &mount) == 0,
            file.st_mode & S_ISGID != 0, file.st_gid == group.pointee.gr_gid
        else { return false }
        // Both make execve(2) leave the group as it is.
        return mount.f_flag & UInt(ST_NOSUID) == 0 && utter_may_gain_privileges() != 0
    }
}

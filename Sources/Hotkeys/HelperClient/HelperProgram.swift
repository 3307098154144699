import CLinux
import Glibc
package import HotkeyChords
import KeyboardDevices
import LinuxRuntime
import Problems
import SystemPackage

/// Where the helper is, and whether it may read keyboards.
public enum HelperProgram {
    /// `PREFIX/libexec/utter/utter-hotkeys` if this program is installed, else the one beside this
    /// program; where it should be if it is missing.
    public static var path: String { Executable.companion("utter-hotkeys") ?? installed }

    private static var installed: String {
        (Executable.prefix ?? "/usr/local").appending("libexec/utter/utter-hotkeys").string
    }

    /// Whether a helper is in the place of an installed one, which should get the group `input`. One
    /// in a build folder must not: its owner can replace it.
    public static func isInstalled(_ path: String) -> Bool { path == installed }

    /// Whether a helper gets the group `input` when this process starts it. Without that group it
    /// may read only what this user may read.
    public static func isPrivileged(_ path: String) -> Bool {
        var (file, mount) = (stat(), statvfs())
        guard let group = getgrnam("input"), stat(path, &file) == 0, statvfs(path, &mount) == 0,
            file.st_mode & S_ISGID != 0, file.st_gid == group.pointee.gr_gid
        else { return false }
        // Both make execve(2) leave the group as it is.
        return mount.f_flag & UInt(ST_NOSUID) == 0 && utter_may_gain_privileges() != 0
    }

    /// Whether a helper is there and may watch for one of the chords: by its group, or since this
    /// user may read a device that has the key.
    package static func mayWatch(_ path: String, for chords: [HotkeyChord]) -> Bool {
        guard access(path, X_OK) == 0 else { return false }
        return isPrivileged(path)
            || devices(for: chords).contains {
                // For the effective user, as in open(2).
                faccessat(AT_FDCWD, $0.node, R_OK, AT_EACCESS) == 0
            }
    }

    /// Why a helper may not watch for any of the chords, as far as is known without starting it.
    ///
    /// - Parameter name: the chords, as the configuration writes them.
    static func problem(_ path: String, watching chords: [HotkeyChord], _ name: String) -> Problem?
    {
        if mayWatch(path, for: chords) { return nil }
        guard access(path, X_OK) == 0 else {
            return .cannotStart(path, why: "\(SystemError.last("access").errno)")
        }
        return .obstacle(devices(for: chords).isEmpty ? .noDevice : .forbidden, for: name, path)
    }

    /// The devices that have the last key of one of the chords, whether they may be read or not.
    private static func devices(for chords: [HotkeyChord]) -> [EvdevDevice] {
        let keys = Set(chords.map(\.key))
        return EvdevDevices.all().filter { $0.canSend(anyOf: keys) }
    }
}

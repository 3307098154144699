import CLinux
import Glibc
import Problems
import SystemPackage

/// The directory of the socket: only its owner may enter it, whatever the mode of the socket (which
/// some systems ignore, unix(7)).
enum SocketDirectory {
    /// Makes the directory with mode 0700 if it is missing, and checks it. Its parent must exist.
    static func prepare(_ path: String) throws(Problem) {
        let what = "cannot use the directory \(path) for the control socket"
        if mkdir(path, 0o700) != 0 {
            let error = Errno(rawValue: Glibc.errno)
            if error != .fileExists {
                throw Problem(
                    what, why: "it cannot be made: \(error)",
                    remedy: "Set XDG_RUNTIME_DIR to a directory that exists and is yours")
            }
        }
        var status = stat()
        // lstat: a link could lead into another user's directory.
        guard lstat(path, &status) == 0 else {
            let error = Errno(rawValue: Glibc.errno)
            // A daemon that ended has just removed it.
            if error == .noSuchFileOrDirectory { return try prepare(path) }
            throw Problem(what, why: "\(error)")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw Problem(what, why: "it is not a directory", remedy: "Remove it: rm \(path)")
        }
        guard status.st_uid == geteuid() else {
            throw Problem(
                what, why: "it belongs to uid \(status.st_uid), not to you (\(geteuid()))",
                remedy: "Run utter as the user of the session, or set XDG_RUNTIME_DIR to a "
                    + "directory of your own")
        }
        let mode = status.st_mode & 0o7777
        guard mode & 0o077 == 0 else {
            throw Problem(
                what, why: "its mode 0\(String(mode, radix: 8)) lets others in",
                remedy: "Close it: chmod 700 \(path)")
        }
    }

    /// Removes the directory if it is the user's own and empty.
    static func removeIfEmpty(_ path: String) {
        var status = stat()
        // rmdir(2) itself refuses a link, and a directory that isn't empty.
        if lstat(path, &status) == 0, status.st_uid == geteuid() { rmdir(path) }
    }
}

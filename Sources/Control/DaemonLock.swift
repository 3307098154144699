import CLinux
import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// The lock of a user's one daemon: an flock(2) on a file beside the socket. The kernel releases it
/// when the process ends, so a killed daemon never passes for a running one.
struct DaemonLock: ~Copyable {
    private let file: OwnedDescriptor
    private let path: String

    /// Makes the directory of the file if needed, and takes the lock. Throws a `Problem` that names
    /// the other daemon if one holds the lock, or if the directory can't be used.
    ///
    /// Afterwards the directory can't be removed, since the file is in it.
    static func take(_ path: String, in directory: String) throws(Problem) -> DaemonLock {
        while true {
            try SocketDirectory.prepare(directory)
            if let lock = try take(path) { return lock }
        }
    }

    /// Nil if the directory is gone: a daemon that ended has just removed it.
    private static func take(_ path: String) throws(Problem) -> DaemonLock? {
        while true {
            let raw: Int32
            do {
                raw = try FileDescriptor.open(
                    path, .readWrite, options: [.create, .closeOnExec, .noFollow],
                    permissions: [.ownerReadWrite]
                ).rawValue
            } catch Errno.noSuchFileOrDirectory {
                return nil
            } catch {
                throw Problem("cannot open the lock file \(path)", why: "\(error)")
            }
            let file = OwnedDescriptor(adopting: raw)
            guard flock(raw, LOCK_EX | LOCK_NB) == 0 else {
                let error = Errno(rawValue: Glibc.errno)
                guard error == .wouldBlock else {
                    throw Problem("cannot lock \(path)", why: "\(error)")
                }
                let holder = holder(of: raw)
                // A program that a killed daemon was just starting holds its descriptors until it
                // begins (posix_spawn(3)).
                if let holder, kill(holder, 0) != 0, Errno.current == .noSuchProcess {
                    usleep(2_000)
                    continue
                }
                throw taken(by: holder)
            }
            // A daemon that ended may have removed the file between open and flock; then no other
            // daemon would see this lock.
            if isStill(raw, at: path) {
                let pid = Array("\(getpid())\n".utf8)
                // The pid only serves a message, so a full disk doesn't matter here.
                ftruncate(raw, 0)
                pwrite(raw, pid, pid.count, 0)
                return DaemonLock(file: file, path: path)
            }
        }
    }

    /// Removes the file, and its directory if that is empty. To be called last, when this daemon
    /// uses nothing in the directory any more: another one may start at once.
    ///
    /// The other one either still finds this lock and is refused, or finds the file gone and makes
    /// its own; if the directory goes before that, it makes the directory again.
    borrowing func leave(_ directory: String) {
        // Not a file that another daemon has locked since somebody cleaned up the directory.
        if Self.isStill(file.rawValue, at: path) { unlink(path) }
        SocketDirectory.removeIfEmpty(directory)
    }

    private static func isStill(_ file: Int32, at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(file, &opened) == 0 && lstat(path, &named) == 0
            && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    /// The pid in the file. Nil in the short time between another daemon's lock and its writing.
    private static func holder(of file: Int32) -> Int32? {
        let text = withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { space in
            let count = pread(file, space.baseAddress, space.count, 0)
            return String(decoding: space[..<max(0, count)], as: UTF8.self)
        }
        return Int32(text.prefix { $0.isNumber })
    }

    private static func taken(by pid: Int32?) -> Problem {
        let who = pid.map { " (pid \($0))" } ?? ""
        return Problem(
            "cannot start", why: "another utter daemon\(who) is running",
            remedy: "Use that one, or end it first: systemctl --user stop utter"
                + (pid.map { ", or: kill \($0)" } ?? ""))
    }
}

import CLinux
import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// The right to be the one daemon of a user: an flock(2) on a file beside the socket. The kernel
/// gives it back when the process ends in whatever way, so a daemon that was killed is never
/// taken for a living one. The file stays; to delete it would let two daemons lock two files.
struct DaemonLock: ~Copyable {
    private let file: OwnedDescriptor

    /// Takes the lock, or throws a `Problem` that names the daemon that has it.
    static func take(_ path: String) throws(Problem) -> DaemonLock {
        while true {
            let raw: Int32
            do {
                raw = try FileDescriptor.open(
                    path, .readWrite, options: [.create, .closeOnExec, .noFollow],
                    permissions: [.ownerReadWrite]
                ).rawValue
            } catch {
                throw Problem("cannot open the lock file \(path)", why: "\(error)")
            }
            let file = OwnedDescriptor(adopting: raw)
            guard flock(raw, LOCK_EX | LOCK_NB) == 0 else {
                let error = Errno(rawValue: Glibc.errno)
                guard error == .wouldBlock else {
                    throw Problem("cannot lock \(path)", why: "\(error)")
                }
                throw taken(by: holder(of: raw))
            }
            // Somebody may have removed the file between open and flock; then this lock is one
            // that no other daemon would meet.
            if isStill(raw, at: path) {
                let pid = Array("\(getpid())\n".utf8)
                // The number only serves a message, so a full disk doesn't matter here.
                ftruncate(raw, 0)
                pwrite(raw, pid, pid.count, 0)
                return DaemonLock(file: file)
            }
        }
    }

    private static func isStill(_ file: Int32, at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(file, &opened) == 0 && lstat(path, &named) == 0
            && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    /// The pid in the file. Nil in the moment between another daemon's lock and its writing.
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

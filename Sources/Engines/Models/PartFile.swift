import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// A model that isn't complete yet: a hidden file beside the place that it gets. Whoever has one
/// has its lock.
final class PartFile {
    /// Where the model will be.
    let destination: FilePath
    let path: FilePath
    /// Open for writing.
    private let file: OwnedDescriptor

    static func path(for destination: FilePath) -> FilePath {
        destination.removingLastComponent()
            .appending(".\(destination.lastComponent?.string ?? "").part")
    }

    /// Opens the part, with what an earlier attempt left, or makes an empty one.
    ///
    /// - Throws: a problem if it can't, or another process has it.
    init(for destination: FilePath) throws(Problem) {
        self.destination = destination
        path = Self.path(for: destination)
        do throws(Errno) {
            try PrivateFile.makeDirectories(destination.removingLastComponent())
            file = try Self.open(path)
        } catch .wouldBlock {
            throw Problem(
                "“\(destination.lastComponent?.string ?? "")” is being installed",
                why: "another “utter models” works on it", remedy: "Wait until it has finished.")
        } catch {
            throw Problem("cannot write “\(path)”", why: "\(error)")
        }
    }

    /// - Throws: `wouldBlock` if another process has the lock.
    private static func open(_ path: FilePath) throws(Errno) -> OwnedDescriptor {
        while true {
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
            let raw = Glibc.open(path.string, flags, 0o644)
            guard raw >= 0 else { throw .current }
            let file = OwnedDescriptor(adopting: raw)
            guard flock(raw, LOCK_EX | LOCK_NB) == 0 else { throw .current }
            // Whoever had the lock may have made a model of this file, or removed it.
            if isFile(file, at: path) { return file }
        }
    }

    var descriptor: FileDescriptor { file.descriptor }

    var size: Int {
        var status = stat()
        return fstat(file.rawValue, &status) == 0 ? Int(status.st_size) : 0
    }

    func empty() throws(Problem) {
        guard ftruncate(file.rawValue, 0) == 0 else {
            throw Problem("cannot write “\(path)”", why: "\(Errno.current)")
        }
    }

    /// Removes it, unless it is a model now: then another process may have made its own part.
    func remove() {
        if Self.isFile(file, at: path) { unlink(path.string) }
    }

    /// Whether a path still leads to an open file.
    private static func isFile(_ file: borrowing OwnedDescriptor, at path: FilePath) -> Bool {
        var (mine, there) = (stat(), stat())
        return fstat(file.rawValue, &mine) == 0 && lstat(path.string, &there) == 0
            && there.st_dev == mine.st_dev && there.st_ino == mine.st_ino
    }

    /// Throws if the disk has no room for that many bytes, and a little more.
    func checkRoom(for bytes: Int) throws(Problem) {
        let reserve = 16_000_000
        var disk = statvfs()
        guard bytes > 0, fstatvfs(file.rawValue, &disk) == 0 else { return }
        let (free, isMore) = Int(disk.f_bavail).multipliedReportingOverflow(by: Int(disk.f_frsize))
        if isMore || free - reserve >= bytes { return }
        let folder = destination.removingLastComponent()
        throw Problem(
            "the disk has no room for “\(destination.lastComponent?.string ?? "")”",
            why: "\(folder) has \(ByteCount(free)) free, and it needs \(ByteCount(bytes)) more",
            remedy: "Make room: \(ByteCount(reserve)) must stay free, too.")
    }

    /// Writes all of it to the disk, and makes it the model at once. A model is never there without
    /// its notice.
    @EventLoopActor
    func publish(notice: String?) async throws {
        // fsync(2) takes long, and would hold up the loop.
        let (status, _) = try await Helper.run(["sync", path.string], for: "write “\(path)”")
        guard status == .exited(0) else {
            throw Problem(
                "cannot write “\(path)” to the disk", why: "sync ended with \(status)",
                remedy: "Check the disk.")
        }
        let beside = ModelNotice.path(for: destination)
        do throws(Errno) {
            if let notice { try PrivateFile.write(notice, to: beside) }
        } catch {
            throw Problem("cannot write “\(beside)”", why: "\(error)")
        }
        guard rename(path.string, destination.string) == 0 else {
            let error = Errno.current
            unlink(beside.string)
            throw Problem("cannot write “\(destination)”", why: "\(error)")
        }
    }
}

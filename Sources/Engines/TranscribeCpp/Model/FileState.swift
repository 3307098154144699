import Glibc
import SystemPackage

/// What changes when a file is replaced or written: stat(2).
struct FileState: Hashable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    private let times: [Int]
    var bytes: Int { Int(size) }
    /// Whether a further change would show: times of files have the grain of a clock tick.
    let isSettled: Bool

    /// Nil if the file can't be looked at.
    init?(_ path: FilePath) {
        var status = stat()
        guard stat(path.string, &status) == 0 else { return nil }
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
        times = [
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
            status.st_ctim.tv_nsec,
        ]
        isSettled = time(nil) - status.st_ctim.tv_sec > 1
    }
}

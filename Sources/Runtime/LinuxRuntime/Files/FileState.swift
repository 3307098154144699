public import Glibc

/// The properties that change when a file or folder is replaced or written: stat(2).
public struct FileState: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    private let times: [Int]
    /// The size in bytes.
    public var bytes: Int { Int(size) }
    /// Whether a further change would show: times of files have the grain of a clock tick.
    public let isSettled: Bool

    /// Nil if there is nothing at a path that can be looked at.
    public init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The state in an answer of stat(2).
    public init(_ status: stat) {
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
        times = [
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
            status.st_ctim.tv_nsec,
        ]
        isSettled = time(nil) - status.st_ctim.tv_sec > 1
    }
}

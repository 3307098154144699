import CLinux
import Glibc

/// The state of a unix socket of any process, which the kernel reports to everybody in the same
/// network namespace (sock_diag(7)).
public struct UnixSocketStatus {
    /// The inode of the other end; 0 if there is none.
    public let peer: UInt32
    /// The address it was bound to or accepted at, without an abstract name's leading zero.
    public let name: String
    /// Bytes that its process has not read yet.
    public let unread: UInt32
    /// Bytes that its process has written and the other end has not read yet, as the kernel counts
    /// them, with overhead.
    public let unsent: UInt32

    /// The socket with this inode; nil if there is none, or the kernel doesn't report it.
    public init?(inode: UInt32) {
        var answer = utter_unix_socket()
        guard utter_ask_unix_socket(inode, &answer) == 0 else { return nil }
        (peer, unread, unsent) = (answer.peer, answer.unread, answer.unsent)
        name = withUnsafeBytes(of: answer.name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The inode of an open descriptor, if it is a socket.
    public static func inode(of descriptor: Int32) -> UInt32? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            return nil
        }
        return UInt32(truncatingIfNeeded: status.st_ino)
    }

    /// The inodes of a process's sockets (proc_pid_fd(5)); empty if they may not be read: for a
    /// process of another user, or one with extra capabilities.
    public static func inodes(of process: Int32) -> [UInt32] {
        var inodes: [UInt32] = []
        guard let directory = opendir("/proc/\(process)/fd") else { return [] }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            var link = [CChar](repeating: 0, count: 64)
            let count = readlinkat(dirfd(directory), &entry.pointee.d_name.0, &link, link.count)
            let target = String(
                decoding: link.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // `socket:[12345]`
            guard target.hasPrefix("socket:["), let inode = UInt32(target.dropFirst(8).dropLast())
            else { continue }
            inodes.append(inode)
        }
        return inodes
    }
}

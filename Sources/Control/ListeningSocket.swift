import CLinux
import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// The socket that clients connect to. Its file is removed with this value.
struct ListeningSocket: ~Copyable {
    private let socket: OwnedDescriptor
    private let path: String
    private let device: UInt
    private let inode: UInt

    var descriptor: FileDescriptor { socket.descriptor }

    /// Binds and listens, with mode 0600. Replaces the socket of a killed daemon, so the caller
    /// must hold the ``DaemonLock``.
    init(path: String) throws(Problem) {
        let what = "cannot open the control socket \(path)"
        try Self.clear(path, what)
        do throws(SystemError) {
            let socket = try UnixSocketAddress.makeSocket()
            let file = try Self.bind(socket, path)
            try check(listen(socket.rawValue, 128), "listen")
            self.init(socket: socket, path: path, device: file.st_dev, inode: file.st_ino)
        } catch {
            throw Problem(what, why: "\(error)")
        }
    }

    private init(
        socket: consuming OwnedDescriptor, path: String, device: UInt, inode: UInt
    ) {
        self.socket = socket
        self.path = path
        self.device = device
        self.inode = inode
    }

    private static func clear(_ path: String, _ what: String) throws(Problem) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Problem(
                what, why: "something that is not a socket has its name",
                remedy: "Remove it: rm -r \(path)")
        }
        unlink(path)
    }

    private static func bind(
        _ socket: borrowing OwnedDescriptor, _ path: String
    ) throws(SystemError) -> stat {
        let raw = socket.rawValue
        // Before bind: the kernel gives the file this mode, so that it is never more open, and the
        // umask of the process needn't be changed.
        try check(fchmod(raw, 0o600), "fchmod")
        let address = try UnixSocketAddress(path)
        try check(address.withPointer { Glibc.bind(raw, $0, $1) }, "bind")
        var status = stat()
        try check(lstat(path, &status), "lstat")
        return status
    }

    /// The next client, or nil if none waits.
    func accept() throws(SystemError) -> OwnedDescriptor? {
        while true {
            let raw = utter_accept(socket.rawValue)
            if raw >= 0 { return OwnedDescriptor(adopting: raw) }
            let error = SystemError.last("accept4")
            switch error.errno {
            case .resourceTemporarilyUnavailable: return nil
            // The client has given up, or a security module refused it (accept(2)).
            case .connectionAbort, .interrupted, .notPermitted: continue
            default: throw error
            }
        }
    }

    deinit {
        // Only the file that `bind` made: another daemon's socket may be there by now. The inode
        // number can't have been reused, since the open socket keeps its inode.
        var status = stat()
        if lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode {
            unlink(path)
        }
    }
}

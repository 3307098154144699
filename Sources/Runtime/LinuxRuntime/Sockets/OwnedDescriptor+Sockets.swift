import Glibc

/// The two ends of a stream between this process and a child. Both are close-on-exec, so that the
/// child has only what it is given.
@frozen
public struct SocketToChild: ~Copyable, Sendable {
    /// Non-blocking.
    public let own: OwnedDescriptor
    /// Blocking. The end of the child shows at `own` as soon as nobody else has this one.
    public let childs: OwnedDescriptor

    init(own: consuming OwnedDescriptor, childs: consuming OwnedDescriptor) {
        self.own = own
        self.childs = childs
    }
}

extension OwnedDescriptor {
    /// A pair of connected unix sockets (socketpair(2)).
    public static func socketToChild() throws(SystemError) -> SocketToChild {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try check(socketpair(AF_UNIX, kind, 0, &ends), "socketpair")
        let pair = SocketToChild(
            own: OwnedDescriptor(adopting: ends[0]), childs: OwnedDescriptor(adopting: ends[1]))
        try check(fcntl(pair.own.rawValue, F_SETFL, O_NONBLOCK), "fcntl F_SETFL")
        return pair
    }
}

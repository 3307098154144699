internal import Glibc
public import LinuxRuntime
internal import SystemPackage

/// A unix socket of a stopped program: it takes connections until its queue is full, and neither
/// reads nor answers.
@EventLoopActor
public final class MuteSocket {
    public var path: String { directory.path("socket") }
    private let directory: ScratchDirectory
    private let listening: OwnedDescriptor
    private var clients: [Int32] = []

    public init() throws {
        directory = try ScratchDirectory("utter-mute")
        listening = OwnedDescriptor(adopting: try Self.socket())
        let address = try UnixSocketAddress(directory.path("socket"))
        try check(address.withPointer { bind(listening.rawValue, $0, $1) }, "bind")
        try check(listen(listening.rawValue, 1), "listen")
    }

    deinit { for client in clients { close(client) } }

    /// Connects until the queue is full.
    public func fill() throws {
        let address = try UnixSocketAddress(path)
        while true {
            let client = try Self.socket()
            clients.append(client)
            if address.withPointer({ connect(client, $0, $1) }) != 0 { return }
        }
    }

    /// The program's end of the next connection.
    public func accept() throws -> OwnedDescriptor {
        OwnedDescriptor(adopting: try check(Glibc.accept(listening.rawValue, nil, nil), "accept"))
    }

    private static func socket() throws -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return try check(Glibc.socket(AF_UNIX, type, 0), "socket")
    }
}

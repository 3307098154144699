public import LinuxRuntime
internal import SystemPackage
import Testing

/// A headless weston: a compositor without the protocols of wlroots.
@EventLoopActor
public final class WestonServer {
    /// The path of the compositor's socket.
    public let socket: String
    private let directory: ScratchDirectory
    private let process: ChildProcess

    /// Starts it and waits until it takes connections.
    public init() async throws {
        directory = try ScratchDirectory("utter-weston", user: OrdinaryUser.identifier)
        socket = directory.path("weston")
        let log = try directory.create("log")
        process = try ChildProcess(
            OrdinaryUser.command([
                "weston", "--backend=headless-backend.so", "--socket=weston", "--no-config",
            ]),
            environment: ProgramPlaces.environment + ["XDG_RUNTIME_DIR=\(directory.path)"],
            descriptors: [nil, log, log]
        ) { _ in }
        try log.close()
        // The socket is there before anybody listens at it.
        try await waitUntil("weston listens") { self.process.status != nil || self.isListening }
        try #require(process.status == nil, "weston ended")
    }

    /// The flag __SO_ACCEPTCON in proc_net_unix(5).
    private var isListening: Bool {
        // Other programs' names needn't be UTF-8.
        guard let bytes = try? Self.wholeFile("/proc/net/unix") else { return false }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            return fields.count == 8 && fields[3] == "00010000" && fields[7] == socket
        }
    }

    /// Reads to the end: a read of a file of the kernel's is often short.
    private static func wholeFile(_ path: String) throws -> [UInt8] {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        defer { try? file.close() }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try part.withUnsafeMutableBytes { try file.read(into: $0) }
            if count == 0 { return bytes }
            bytes += part.prefix(count)
        }
    }
}

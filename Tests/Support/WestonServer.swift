import Foundation
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
            descriptors: [nil, log, log]) { _ in }
        try log.close()
        // The socket is there before anybody listens at it.
        try await waitUntil("weston listens") { self.process.status != nil || self.isListening }
        try #require(process.status == nil, "weston ended")
    }

    /// The flag __SO_ACCEPTCON in proc_net_unix(5).
    private var isListening: Bool {
        // Other programs' names needn't be UTF-8.
        let sockets = FileManager.default.contents(atPath: "/proc/net/unix") ?? Data()
        return String(decoding: sockets, as: UTF8.self).split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            return fields.count == 8 && fields[3] == "00010000" && fields[7] == socket
        }
    }
}

public import LinuxRuntime
internal import SystemPackage

/// A headless weston: a compositor without the protocols of wlroots.
@EventLoopActor
public final class WestonServer {
    /// The path of the compositor's socket.
    public let socket: String
    private let directory: ScratchDirectory
    private let process: ChildProcess

    public init() throws {
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
    }

    /// Whether it still runs; it has begun to listen when its socket is there.
    public var isRunning: Bool { process.status == nil }
}

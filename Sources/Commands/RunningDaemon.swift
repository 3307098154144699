import ControlProtocol
import LinuxRuntime

/// The daemon, reached by commands through the control socket.
enum RunningDaemon {
    /// Sends a command; a refusal is thrown.
    static func tell(_ request: ControlRequest) throws {
        _ = try ask(request)
    }

    /// Sends a command and returns the reply; a refusal is thrown.
    static func ask(_ request: ControlRequest) throws -> ControlReply {
        try EventLoop.shared.run { try await reply(to: request) }
    }

    /// The same for callers on the event loop, which can run only once in a process.
    @EventLoopActor static func reply(to request: ControlRequest) async throws -> ControlReply {
        let reply = try await ControlClient.ask(request, path: ControlSocketPath.standard())
        if case .failure(let problem) = reply { throw problem }
        return reply
    }
}

internal import Glibc
internal import LinuxRuntime

extension PulseServer {
    @EventLoopActor private static var starting: Task<SharedServer, any Error>?

    /// The server of this test process, started at first use and entered into the process's
    /// environment. Tests add their own sinks (``addSink(_:)``), since all may use it at once.
    @EventLoopActor
    public static func shared() async throws -> PulseServer {
        let task =
            starting
            ?? Task { @EventLoopActor in
                let server = try await PulseServer.start()
                server.useInThisProcess()
                // The kernel ends the server with this process, but leaves its directory.
                sharedDirectory = server.directory
                atexit(removeSharedDirectory)
                return SharedServer(server: server)
            }
        starting = task
        return try await task.value.server
    }
}

// nonisolated(unsafe): written once, before the handler that reads it is registered.
private nonisolated(unsafe) var sharedDirectory = ""

// Not a closure: that would be isolated like its surroundings, and abort when C calls it.
private func removeSharedDirectory() {
    runToEnd("rm", "-rf", sharedDirectory)
}

/// Carries the server out of the task that starts it.
private struct SharedServer: @unchecked Sendable {
    // @unchecked: reached from the event loop's actor only.
    let server: PulseServer
}

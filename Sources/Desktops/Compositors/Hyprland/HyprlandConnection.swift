import Glibc
import Problems

/// Requests to Hyprland over its socket (wiki.hypr.land, "IPC").
struct HyprlandConnection {
    private let path: String
    private let timeout: Duration

    /// - Parameters:
    ///   - instance: $HYPRLAND_INSTANCE_SIGNATURE.
    ///   - runtime: $XDG_RUNTIME_DIR.
    ///   - timeout: how long an answer may take.
    init(
        instance: String, runtime: String, timeout: Duration = CompositorSocket.timeout
    ) {
        self.timeout = timeout
        let current = "\(runtime)/hypr/\(instance)/.socket.sock"
        // The path before version 0.40.
        let older = "/tmp/hypr/\(instance)/.socket.sock"
        path = access(current, F_OK) != 0 && access(older, F_OK) == 0 ? older : current
    }

    /// Sends a request and suspends until its answer in JSON.
    func ask(_ request: String) async throws(Problem) -> JSONValue {
        try JSONValue(try await answer(request))
    }

    /// The same; nil if this version doesn't know the request.
    func askIfKnown(_ request: String) async throws(Problem) -> JSONValue? {
        let answer = try await answer(request)
        return try? JSONValue(answer)
    }

    /// Runs a dispatcher (wiki.hypr.land, "Dispatchers"). Throws its error message.
    func dispatch(_ command: String) async throws(Problem) {
        let answer = String(decoding: try await answer("dispatch \(command)"), as: UTF8.self)
        guard answer == "ok" else {
            throw Problem("Hyprland refused “\(command)”", why: String(answer.prefix(100)))
        }
    }

    /// One request per connection: Hyprland closes it after its answer.
    private func answer(_ request: String) async throws(Problem) -> [UInt8] {
        let connection = try CompositorSocket(
            path, of: "Hyprland", variable: "HYPRLAND_INSTANCE_SIGNATURE", timeout: timeout)
        return try await connection.exchange(Array(request.utf8)) { () async throws(Problem) in
            try await connection.receiveAll()
        }
    }
}

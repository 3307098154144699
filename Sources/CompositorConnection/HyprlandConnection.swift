import Dictation
import Glibc

/// Requests to Hyprland over its socket (wiki.hypr.land, "IPC").
package struct HyprlandConnection {
    private let path: String

    /// - Parameters:
    ///   - instance: $HYPRLAND_INSTANCE_SIGNATURE.
    ///   - runtime: $XDG_RUNTIME_DIR.
    package init(instance: String, runtime: String) {
        let current = "\(runtime)/hypr/\(instance)/.socket.sock"
        // Where it was before version 0.40.
        let older = "/tmp/hypr/\(instance)/.socket.sock"
        path = access(current, F_OK) != 0 && access(older, F_OK) == 0 ? older : current
    }

    /// Sends a request and suspends until its answer in JSON.
    package func ask(_ request: String) async throws -> JSONValue {
        try JSONValue(try await answer(request))
    }

    /// Has it do something (wiki.hypr.land, "Dispatchers"). Throws what it complains about.
    package func dispatch(_ command: String) async throws {
        let answer = String(decoding: try await answer("dispatch \(command)"), as: UTF8.self)
        guard answer == "ok" else {
            throw Problem("Hyprland refused “\(command)”", why: String(answer.prefix(100)))
        }
    }

    /// One request a connection: Hyprland closes it after its answer.
    private func answer(_ request: String) async throws -> [UInt8] {
        let connection = try CompositorSocket(
            path, of: "Hyprland", variable: "HYPRLAND_INSTANCE_SIGNATURE")
        try await connection.send(Array(request.utf8))
        return try await connection.receiveAll()
    }
}

import Consent
public import DictationParts
public import Problems

/// Cleans up text with a language model on a server that has the OpenAI chat interface (`POST
/// /v1/chat/completions`): llama.cpp's, Ollama, vLLM and others.
public final class ServerCleaner: TextCleaner {
    public let name = "server"
    private let server: CleanupServer
    private let session: ChatSession
    private let serverRewriter: ServerRewriter

    public init(_ server: CleanupServer) {
        self.server = server
        session = ChatSession(server)
        serverRewriter = ServerRewriter(server)
    }

    public var isAutomatic: Bool { server.isAutomatic }
    public var rewriter: (any TextRewriter)? { serverRewriter }

    /// Whether text may be sent to the server and the key can be read. Asks neither the user nor
    /// the server.
    public func availability() -> Availability {
        do throws(Problem) {
            try session.check(for: .cleanup)
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    public func clean(_ text: String, _ done: @escaping (Result<String, Problem>) -> Void) {
        session.ask(
            ChatSession.Request(
                text: text, instructions: server.instructions, limit: server.limit,
                service: .cleanup, names: CleanupServer.settingNames), done)
    }

    public func cancel() { session.cancel() }

    public func close() {
        session.close()
        serverRewriter.close()
    }
}

import Consent
public import DictationParts
public import Problems

/// Rewrites text with the model of the clean-up's server. Dictated text goes there as it does to be
/// cleaned up; what the user has selected needs a separate consent.
public final class ServerRewriter: TextRewriter {
    private let server: CleanupServer
    private let session: ChatSession

    public init(_ server: CleanupServer) {
        self.server = server
        session = ChatSession(server)
    }

    public var limit: Duration { server.rewriteLimit }

    public func rewrite(
        _ text: String, _ instruction: String, isDictated: Bool,
        _ done: @escaping (Result<String, Problem>) -> Void
    ) {
        session.ask(
            ChatSession.Request(
                text: text, instructions: CleanupServer.rewritingInstructions(instruction),
                limit: server.rewriteLimit, service: isDictated ? .cleanup : .selection,
                names: CleanupServer.rewritingNames), done)
    }

    public func cancel() { session.cancel() }

    func close() { session.close() }
}

import Consent
public import DictationParts
import HTTPClient
public import Problems

/// Cleans up text with a language model on a server that has the OpenAI chat interface (`POST
/// /v1/chat/completions`): llama.cpp's, Ollama, vLLM and others. There is no second attempt, since
/// the user waits for the text.
public final class ServerCleaner: TextCleaner {
    public let name = "server"
    private let server: CleanupServer
    private var client: HTTPClient?
    private var transfer: HTTPTransfer?

    public init(_ server: CleanupServer) {
        self.server = server
    }

    /// Whether text may be sent to the server and the key can be read. Asks neither the user nor
    /// the server.
    public func availability() -> Availability {
        do throws(Problem) {
            try server.consents.check(server.address)
            _ = try server.key()
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    public func clean(_ text: String, _ done: @escaping (Result<String, Problem>) -> Void) {
        do throws(Problem) {
            try ask(text, done)
        } catch {
            done(.failure(error))
        }
    }

    private func ask(
        _ text: String, _ done: @escaping (Result<String, Problem>) -> Void
    ) throws(Problem) {
        // Consent may have been withdrawn since the last text.
        try server.consents.check(server.address)
        let key = try server.key()
        var request = HTTPRequest(url: server.address.url)
        request.limit = server.limit
        request.authorities = server.authorities
        // A proxy would take the text off this machine.
        request.allowsProxy = !server.address.isLoopback
        request.headers = [("Content-Type", "application/json")]
        if let key { request.headers.append(("Authorization", "Bearer \(key)")) }
        request.body = .bytes(
            ChatQuestion(
                model: server.model, instructions: server.instructions, text: text
            ).body)
        do throws(HTTPFailure) {
            let client = try openClient()
            transfer = try client.send(request) { [unowned self] result in
                transfer = nil
                done(answer(result))
            }
        } catch {
            throw problem(error)
        }
    }

    /// The client for all texts: it keeps the connection for the next one.
    private func openClient() throws(HTTPFailure) -> HTTPClient {
        if let client { return client }
        let opened = try HTTPClient()
        client = opened
        return opened
    }

    private func answer(
        _ result: Result<HTTPResponse, HTTPFailure>
    ) -> Result<String, Problem> {
        let origin = server.address.origin
        do throws(Problem) {
            switch result {
            case .failure(let failure): throw problem(failure)
            case .success(let response):
                let names = CleanupServer.settingNames
                if let problem = response.problem(of: origin, names) { throw problem }
                return .success(try ChatAnswer.text(response.body, from: origin))
            }
        } catch {
            return .failure(error)
        }
    }

    private func problem(_ failure: HTTPFailure) -> Problem {
        failure.problem(
            of: server.address.origin, limit: server.limit, CleanupServer.settingNames)
    }

    public func cancel() {
        if let transfer { client?.cancel(transfer) }
        transfer = nil
    }

    public func close() {
        cancel()
        client = nil
    }
}

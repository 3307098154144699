import Consent
import DictationParts
import HTTPClient
import LinuxRuntime
import Problems

/// One text after the other to a chat server. There is no second attempt, since the user waits.
@EventLoopActor
final class ChatSession {
    /// A request to the model.
    struct Request {
        let text: String
        let instructions: String
        let limit: Duration
        /// Under which consent the text is sent.
        let service: ServerService
        let names: ServerSettingNames
    }

    private let server: CleanupServer
    private var client: HTTPClient?
    private var transfer: HTTPTransfer?

    init(_ server: CleanupServer) { self.server = server }

    /// Whether text may be sent, and the key can be read. Asks neither the user nor the server.
    func check(for service: ServerService) throws(Problem) {
        try server.consents.check(server.address.serving(service))
        _ = try server.key()
    }

    func ask(_ question: Request, _ done: @escaping (Result<String, Problem>) -> Void) {
        do throws(Problem) {
            try send(question, done)
        } catch {
            done(.failure(error))
        }
    }

    private func send(
        _ question: Request, _ done: @escaping (Result<String, Problem>) -> Void
    ) throws(Problem) {
        // Consent may have been withdrawn since the last text.
        try server.consents.check(server.address.serving(question.service))
        let key = try server.key()
        var request = HTTPRequest(url: server.address.url)
        request.limit = question.limit
        request.authorities = server.authorities
        // A proxy would take the text off this machine.
        request.allowsProxy = !server.address.isLoopback
        request.headers = [("Content-Type", "application/json")]
        if let key { request.headers.append(("Authorization", "Bearer \(key)")) }
        request.body = .bytes(
            ChatQuestion(
                model: server.model, instructions: question.instructions, text: question.text
            ).body)
        do throws(HTTPFailure) {
            let client = try openClient()
            transfer = try client.send(request) { [unowned self] result in
                transfer = nil
                done(answer(result, to: question, key))
            }
        } catch {
            throw problem(error, question)
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
        _ result: Result<HTTPResponse, HTTPFailure>, to question: Request, _ key: String?
    ) -> Result<String, Problem> {
        let origin = server.address.origin
        do throws(Problem) {
            switch result {
            case .failure(let failure): throw problem(failure, question)
            case .success(let response):
                let secrets = [key, question.text].compactMap(\.self)
                if let problem = response.problem(of: origin, question.names, hiding: secrets) {
                    throw problem
                }
                return .success(try ChatAnswer.text(response.body, from: origin))
            }
        } catch {
            return .failure(error)
        }
    }

    private func problem(_ failure: HTTPFailure, _ question: Request) -> Problem {
        failure.problem(of: server.address.origin, limit: question.limit, question.names)
    }

    func cancel() {
        if let transfer { client?.cancel(transfer) }
        transfer = nil
    }

    func close() {
        cancel()
        client = nil
    }
}

import AudioSamples
import Consent
import Dictation
import HTTPClient
import LinuxRuntime
import Problems

/// One dictation at the server. There is one retry, if time allows, for a server that is busy or
/// has failed for the moment (429, 500, 502, 503, 504) or broke the connection off; not for one
/// that is down, too slow or refuses.
@EventLoopActor
final class ServerInquiry {
    private let client: HTTPClient
    private let configuration: ServerConfiguration
    private let limit: Duration
    private let deadline: Int64
    private var request: HTTPRequest
    private var transfer: HTTPTransfer?
    private var pause: EventSource?
    private var hasAskedAgain = false
    private var onEnd: ((Result<String, Problem>) -> Void)?

    init(
        _ configuration: ServerConfiguration, _ client: HTTPClient, sound: SoundPieces,
        onEnd: @escaping (Result<String, Problem>) -> Void
    ) throws(Problem) {
        self.client = client
        self.configuration = configuration
        self.onEnd = onEnd
        // Consent may have been withdrawn since the recogniser was prepared.
        try configuration.consents.check(configuration.address)
        limit = configuration.limit.limit(samples: sound.count)
        deadline = MonotonicClock.nanoseconds + limit.components.seconds * 1_000_000_000
        request = HTTPRequest(url: configuration.address.url)
        request.authorities = configuration.authorities
        // A proxy would take the sound off this machine.
        request.allowsProxy = !configuration.address.isLoopback
        if let key = try configuration.key() {
            request.headers.append(("Authorization", "Bearer \(key)"))
        }
        var form = MultipartForm()
        form.add("model", configuration.model)
        form.add("response_format", "json")
        if let language = configuration.language?.prefix(while: { $0 != "-" }) {
            form.add("language", language.lowercased())
        }
        if let prompt = configuration.prompt { form.add("prompt", prompt) }
        form.add("file", wave: "speech.wav", sound)
        request.body = .form(form)
        try ask()
    }

    /// Stops without calling `onEnd`.
    func stop() {
        onEnd = nil
        pause = nil
        if let transfer { client.cancel(transfer) }
        transfer = nil
    }

    private var left: Duration { .nanoseconds(max(0, deadline - MonotonicClock.nanoseconds)) }

    private func ask() throws(Problem) {
        request.limit = left
        do throws(HTTPFailure) {
            transfer = try client.send(request) { [unowned self] in answered($0) }
        } catch {
            throw problem(error)
        }
    }

    private func problem(_ failure: HTTPFailure) -> Problem {
        failure.problem(
            of: configuration.address.origin, limit: limit, ServerConfiguration.settingNames)
    }

    private func answered(_ result: Result<HTTPResponse, HTTPFailure>) {
        transfer = nil
        if let delay = delayBeforeAskingAgain(result), askAgain(after: delay) { return }
        do throws(Problem) {
            switch result {
            case .success(let response):
                end(.success(try response.words(from: configuration)))
            case .failure(let failure):
                throw problem(failure)
            }
        } catch {
            end(.failure(error))
        }
    }

    private func delayBeforeAskingAgain(_ result: Result<HTTPResponse, HTTPFailure>) -> Duration? {
        switch result {
        case .success(let response) where [429, 500, 502, 503, 504].contains(response.status):
            max(response.retryAfter ?? .zero, .milliseconds(500))
        case .failure(.brokenOff): .milliseconds(500)
        default: nil
        }
    }

    private func askAgain(after delay: Duration) -> Bool {
        guard !hasAskedAgain, delay + .seconds(1) < left else { return false }
        hasAskedAgain = true
        pause = try? EventLoop.shared.timer(after: delay) { [unowned self] in
            pause = nil
            do throws(Problem) { try ask() } catch { end(.failure(error)) }
        }
        return pause != nil
    }

    private func end(_ result: Result<String, Problem>) {
        let onEnd = self.onEnd
        self.onEnd = nil
        onEnd?(result)
    }
}

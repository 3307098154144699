import AudioSamples
import Consent
import Dictation
import HTTPClient
import LinuxRuntime
import Problems

/// Sound that is sent to the server for its words. There is one retry, if time allows, for a server
/// that is busy or has failed for the moment (429, 500, 502, 503, 504) or broke the connection off;
/// not for one that is down, too slow or refuses. One that refuses to answer with a stream (400,
/// 415, 422) is asked once more without.
@EventLoopActor
final class ServerInquiry {
    var onWords: (String) -> Void = { _ in }
    var onStreamRefused: () -> Void = {}
    var onEnd: ((Result<String, Problem>) -> Void)?

    private let client: HTTPClient
    private let configuration: ServerConfiguration
    private let deadline: (limit: Duration, time: Int64)
    private let key: String?
    private var request: HTTPRequest
    private var form: MultipartForm
    private var transfer: HTTPTransfer?
    private var pause: EventSource?
    private var (mayAskAgain, asksForStream): (Bool, Bool)

    /// - Throws: why it can't be sent.
    init(
        _ configuration: ServerConfiguration, _ client: HTTPClient, sound: SoundPieces,
        asksAgain: Bool, asksForStream: Bool
    ) throws(Problem) {
        (self.client, self.configuration) = (client, configuration)
        (mayAskAgain, self.asksForStream) = (asksAgain, asksForStream)
        // Consent may have been withdrawn since the recogniser was prepared.
        try configuration.consents.check(configuration.address)
        let limit = configuration.limit.limit(samples: sound.count)
        deadline = (limit, MonotonicClock.nanoseconds + limit.components.seconds * 1_000_000_000)
        key = try configuration.key()
        request = configuration.request(configuration.address.url, key: key)
        form = MultipartForm()
        form.add("model", configuration.model)
        form.add("response_format", "json")
        if let language = configuration.spokenLanguage { form.add("language", language) }
        if let prompt = configuration.prompt { form.add("prompt", prompt) }
        form.add("file", wave: "speech.wav", sound)
        try ask()
    }

    /// Stops without calling anything.
    func stop() {
        onWords = { _ in }
        onEnd = nil
        pause = nil
        if let transfer { client.cancel(transfer) }
        transfer = nil
    }

    private var left: Duration { .nanoseconds(max(0, deadline.time - MonotonicClock.nanoseconds)) }

    private func ask() throws(Problem) {
        request.limit = left
        var form = form
        if asksForStream { form.add("stream", "true") }
        request.body = .form(form)
        var stream = TranscriptionStream()
        do throws(HTTPFailure) {
            transfer = try client.send(request) { [weak self] bytes in
                // Anything else gives no words.
                if stream.take(bytes) { self?.onWords(stream.text) }
            } _: { [weak self] in
                self?.answered($0)
            }
        } catch {
            throw problem(error)
        }
    }

    private func problem(_ failure: HTTPFailure) -> Problem {
        failure.problem(
            of: configuration.address.origin, limit: deadline.limit,
            ServerConfiguration.settingNames)
    }

    private func answered(_ result: Result<HTTPResponse, HTTPFailure>) {
        transfer = nil
        if let delay = delayBeforeAskingAgain(result), askAgain(after: delay) { return }
        do throws(Problem) {
            switch result {
            case .success(let response):
                end(.success(try response.words(from: configuration, key: key)))
            case .failure(let failure):
                throw problem(failure)
            }
        } catch {
            end(.failure(error))
        }
    }

    private func delayBeforeAskingAgain(_ result: Result<HTTPResponse, HTTPFailure>) -> Duration? {
        switch result {
        case .success(let response)
        where asksForStream && [400, 415, 422].contains(response.status):
            asksForStream = false
            onStreamRefused()
            return .zero
        case .success(let response) where [429, 500, 502, 503, 504].contains(response.status):
            guard mayAskAgain else { return nil }
            mayAskAgain = false
            return max(response.retryAfter ?? .zero, .milliseconds(500))
        case .failure(.brokenOff):
            guard mayAskAgain else { return nil }
            mayAskAgain = false
            return .milliseconds(500)
        default: return nil
        }
    }

    private func askAgain(after delay: Duration) -> Bool {
        guard delay + .seconds(1) < left else { return false }
        pause = EventLoop.shared.timer(after: delay) { [weak self] in
            guard let self else { return }
            pause = nil
            do throws(Problem) { try ask() } catch { end(.failure(error)) }
        }
        return true
    }

    private func end(_ result: Result<String, Problem>) {
        let onEnd = self.onEnd
        self.onEnd = nil
        onEnd?(result)
    }
}

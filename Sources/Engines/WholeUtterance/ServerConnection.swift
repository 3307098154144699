import AudioSamples
import Consent
import HTTPClient
import LinuxRuntime
import Problems

/// The state that the dictations at a server share.
@EventLoopActor
final class ServerConnection {
    let configuration: ServerConfiguration
    /// It keeps the connection for the next request.
    private var client: HTTPClient?
    /// Whether the server is asked for a stream of words; not once it has refused.
    private var asksForStream: Bool

    init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
        asksForStream = configuration.live != .off
    }

    /// Sends sound.
    ///
    /// - Parameters:
    ///   - isFinal: whether the words are needed: then it is sent again if the server has failed for
    ///     the moment, and its words are asked for as they are found.
    ///   - onWords: called with the words so far.
    ///   - onEnd: called once, later, with all words, unless the inquiry is stopped.
    func send(
        _ sound: SoundPieces, isFinal: Bool, onWords: @escaping (String) -> Void,
        onEnd: @escaping (Result<String, Problem>) -> Void
    ) throws(Problem) -> ServerInquiry {
        let inquiry = try ServerInquiry(
            configuration, try openClient(), sound: sound, asksAgain: isFinal,
            asksForStream: isFinal && asksForStream)
        inquiry.onWords = onWords
        inquiry.onStreamRefused = { [weak self] in self?.asksForStream = false }
        inquiry.onEnd = onEnd
        return inquiry
    }

    /// Begins a realtime session.
    ///
    /// - Parameters:
    ///   - limit: for the connection.
    ///   - onEnd: called once, later, unless it is closed.
    func openSession(
        limit: Duration, onEvent: @escaping (RealtimeEvent) -> Void,
        onEnd: @escaping (Problem) -> Void
    ) throws(Problem) -> WebSocket {
        if let problem = configuration.realtimeProblem { throw problem }
        let key = try configuration.key()
        let configuration = configuration
        var request = configuration.request(configuration.address.realtimeURL, key: key)
        request.limit = limit
        let client = try openClient()
        do throws(HTTPFailure) {
            let socket = try client.connect(request) { bytes in
                if let event = RealtimeEvent(bytes, of: configuration, hiding: key) {
                    onEvent(event)
                }
            } _: {
                onEnd($0.problem(of: configuration, limit: limit, hiding: key))
            }
            socket.send(RealtimeMessage.session(configuration))
            return socket
        } catch {
            throw error.problem(
                of: configuration.address.origin, limit: limit, ServerConfiguration.settingNames)
        }
    }

    private func openClient() throws(Problem) -> HTTPClient {
        if let client { return client }
        do throws(HTTPFailure) {
            let opened = try HTTPClient()
            client = opened
            return opened
        } catch {
            throw error.problem(
                of: configuration.address.origin, limit: .zero, ServerConfiguration.settingNames)
        }
    }
}

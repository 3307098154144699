public import Consent
public import Dictation
import HTTPClient
import LinuxRuntime
import Problems
public import SystemPackage

/// The server that recognises, and its parameters.
public struct ServerConfiguration: Hashable, Sendable {
    public var address: ServerAddress
    /// The server's name of a model.
    public var model = "whisper-1"
    /// A BCP 47 tag, of which the server gets the language; nil to let the server detect it.
    public var language: String?
    /// Words that are expected, in a sentence or a list.
    public var prompt: String?
    /// A file with the server's key; nil for the key in the environment variable
    /// `UTTER_SERVER_KEY`, if any.
    public var keyFile: String?
    /// A file of certificates (PEM) to trust instead of the system's.
    public var authorities: String?
    public var limit: RecognitionLimit
    /// When the server is asked for words.
    public var live = ServerSettings.Live.off
    /// Whether it is asked in the realtime form, whatever ``live`` says.
    public var isRealtime = false
    /// The weights of the network that detects speech; nil: loudness does.
    public var voice: FilePath?
    /// How long after the stop an answer may take that was asked for before, at least.
    public var timeout = Duration.seconds(2)
    /// Decides whether sound may leave this machine.
    public var consents: ConsentStore

    public init(
        address: ServerAddress, limit: RecognitionLimit, consents: ConsentStore = .standard()
    ) {
        (self.address, self.limit, self.consents) = (address, limit, consents)
    }

    /// Whether the server is asked while the user speaks.
    var isLive: Bool {
        switch live {
        case .auto: address.isLoopback
        case .on: true
        case .off: false
        }
    }

    /// The language of the tag.
    var spokenLanguage: String? { language?.prefix { $0 != "-" }.lowercased() }

    /// Why this machine can't speak the realtime form; nil if it can, or isn't to.
    @EventLoopActor
    var realtimeProblem: Problem? {
        guard isRealtime, let why = WebSocket.absence else { return nil }
        return Problem(
            "cannot speak with the server \(address.origin) in the realtime form", why: why,
            remedy: "Debian 13's libcurl has them. Without them: "
                + "utter config set recognizer.server.realtime false")
    }

    func key() throws(Problem) -> String? {
        try ServerKey(
            file: keyFile, variable: "UTTER_SERVER_KEY", setting: "[recognizer.server] key"
        ).value(for: address.origin)
    }

    func request(_ url: String, key: String?) -> HTTPRequest {
        var request = HTTPRequest(url: url)
        request.authorities = authorities
        // A proxy would take the sound off this machine.
        request.allowsProxy = !address.isLoopback
        if let key { request.headers.append(("Authorization", "Bearer \(key)")) }
        return request
    }

    static let settingNames = ServerSettingNames(
        address: "[recognizer.server] url", model: "[recognizer.server] model",
        key: "[recognizer.server] key or UTTER_SERVER_KEY",
        authorities: "[recognizer.server] ca", limit: "[recognizer] time_limit")
}

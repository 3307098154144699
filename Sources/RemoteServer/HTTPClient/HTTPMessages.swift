/// What is sent to a server. It follows no redirection: what goes to one place goes nowhere else.
public struct HTTPRequest: Sendable {
    /// `http` or `https`.
    public var url: String
    /// Names and values without control characters. They may hold secrets: nothing logs them.
    public var headers: [(name: String, value: String)] = []
    /// Sent with POST; nil for GET.
    public var body: HTTPBody?
    /// For all of it, from the name's look-up to the answer's last byte.
    public var limit = Duration.seconds(30)
    /// A longer answer is a failure.
    public var mostBytes = 1 << 20
    /// A file of certificates (PEM) to trust instead of the system's; nil for the system's.
    public var authorities: String?
    /// Whether proxies of the environment may be used.
    public var allowsProxy = true

    public init(url: String) {
        self.url = url
    }
}

/// What a server answered, whatever its status.
public struct HTTPResponse: Sendable, Equatable {
    public let status: Int
    public let body: [UInt8]
    /// When the server wants to be asked again, if it says so.
    public let retryAfter: Duration?

    public init(status: Int, body: [UInt8], retryAfter: Duration? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }
}

/// Why there is no whole answer. The texts are libcurl's, and have nothing that the server sent.
public enum HTTPFailure: Error, Equatable, Sendable {
    /// There is no usable libcurl.
    case noLibrary(String)
    /// The time is over.
    case timedOut
    /// No such name, nobody listens, no way there.
    case unreachable(String)
    /// The server's certificate is not to be trusted, or there is no agreement on TLS.
    case untrusted(String)
    /// The connection ended before the answer did.
    case brokenOff(String)
    /// The answer is longer than allowed.
    case tooLong
    /// The request can't be sent as it is.
    case invalid(String)
}

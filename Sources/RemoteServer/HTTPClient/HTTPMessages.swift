/// A request. Redirections are not followed: the data goes only to the given place.
public struct HTTPRequest: Sendable {
    /// `http` or `https`; `ws` or `wss` for a WebSocket.
    public var url: String
    /// Names and values without control characters. They may contain secrets, and are never logged.
    public var headers: [(name: String, value: String)] = []
    /// Sent with POST; nil for GET.
    public var body: HTTPBody?
    /// Limit for the whole transfer, from the name's look-up to the answer's last byte; for a WebSocket
    /// until it is there.
    public var limit = Duration.seconds(30)
    /// A longer answer is a failure.
    public var mostBytes = 1 << 20
    /// A file of certificates (PEM) to trust instead of the system's; nil for the system's.
    public var authorities: String?
    /// Whether the proxies in the environment variables may be used.
    public var allowsProxy = true

    public init(url: String) {
        self.url = url
    }
}

/// The body of a request.
public enum HTTPBody: Sendable {
    case bytes([UInt8])
    /// Sent with its `Content-Type`.
    case form(MultipartForm)
}

/// A server's answer, with any status.
public struct HTTPResponse: Sendable, Equatable {
    /// The HTTP status, such as 200 or 404.
    public let status: Int
    public let body: [UInt8]
    /// When the server may be asked again, if it says so.
    public let retryAfter: Duration?

    public init(status: Int, body: [UInt8], retryAfter: Duration? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }
}

/// Why there is no complete answer. The texts are libcurl's, and contain nothing that the server
/// sent.
public enum HTTPFailure: Error, Equatable, Sendable {
    /// There is no usable libcurl.
    case noLibrary(String)
    /// The time limit has passed.
    case timedOut
    /// The name is unknown, nothing listens there, or there is no route.
    case unreachable(String)
    /// The server's certificate is not trusted, or TLS can't be negotiated.
    case untrusted(String)
    /// The connection ended before the answer was complete.
    case brokenOff(String)
    /// The answer is longer than allowed.
    case tooLong
    /// The request is invalid.
    case invalid(String)
}

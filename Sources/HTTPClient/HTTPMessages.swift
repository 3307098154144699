/// What is sent to a server. It follows no redirection: what goes to one place goes nowhere else.
public struct HTTPRequest: Sendable {
    /// `http` or `https`.
    public var url: String
    /// Names and values without control characters. They may hold secrets: nothing logs them.
    public var headers: [(name: String, value: String)] = []
    /// Sent with POST; nil for GET.
    public var body: [UInt8]?
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

/// A form of fields and files as servers take it (`multipart/form-data`, RFC 7578).
public struct MultipartForm: Sendable {
    private let boundary: String
    private var parts: [UInt8] = []

    public init() {
        // 128 random bits: no field contains them by chance.
        var generator = SystemRandomNumberGenerator()
        let (high, low) = (generator.next(), generator.next())
        boundary = "utter-\(String(high, radix: 36))-\(String(low, radix: 36))"
    }

    /// - Parameter name: of letters, digits, `_` and `-`.
    public mutating func add(_ name: String, _ value: String) {
        begin("form-data; name=\"\(name)\"")
        parts += "\r\n\(value)\r\n".utf8
    }

    /// - Parameters:
    ///   - name, file, type: of letters, digits and `_-./`.
    public mutating func add(_ name: String, file: String, type: String, _ contents: [UInt8]) {
        begin("form-data; name=\"\(name)\"; filename=\"\(file)\"")
        parts += "Content-Type: \(type)\r\n\r\n".utf8
        parts += contents
        parts += "\r\n".utf8
    }

    private mutating func begin(_ disposition: String) {
        parts += "--\(boundary)\r\nContent-Disposition: \(disposition)\r\n".utf8
    }

    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    public var body: [UInt8] { parts + Array("--\(boundary)--\r\n".utf8) }
}

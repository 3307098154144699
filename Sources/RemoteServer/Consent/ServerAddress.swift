import HTTPClient
public import Problems

/// A server that gets some of the user's data: `http://HOST[:PORT][/PATH]` or `https://…`.
public struct ServerAddress: Hashable, Sendable {
    public let service: ServerService
    /// Scheme, host and port, which identify a server: `https://speech.example:443`.
    public let origin: String
    /// The URL of requests: if the address has no path, or one that ends in `/v1`, the path of the
    /// service's OpenAI interface is added.
    public let url: String
    /// Whether what is sent stays on this machine, as ``WebAddress`` judges.
    public let isLoopback: Bool

    /// Whether TLS protects what is sent.
    public var isSecure: Bool { origin.hasPrefix("https:") }

    /// The URL of the realtime form of its OpenAI interface, beside the other's; it is `url` if that
    /// isn't.
    public var realtimeURL: String {
        let other = "/\(service.interface)"
        let place = url.hasSuffix(other) ? url.dropLast(other.count) + "/realtime" : url
        return "ws\(place.dropFirst("http".count))?intent=transcription"
    }

    /// Throws why nothing may ever be sent there: another machine must have TLS.
    public func checkTransport() throws(Problem) {
        guard isLoopback || isSecure else {
            throw Problem(
                "nothing is sent to the server \(origin)",
                why: "it is another machine, and without TLS everybody on the way could read it",
                remedy: "Use https://, or bring the server here: ssh -L 8080:localhost:8080 HOST, "
                    + "and http://localhost:8080.")
        }
    }

    /// - Throws: what is wrong with the address.
    public init(_ text: String, for service: ServerService) throws(Problem) {
        guard let address = Self.parse(text, service) else {
            throw Problem(
                "cannot read the server's address “\(text)”",
                why: "it isn't of the form http://HOST:PORT or https://HOST/v1",
                remedy: "A server on this machine: http://127.0.0.1:8080.")
        }
        self = address
    }

    /// The same server for another service with the same interface.
    public func serving(_ other: ServerService) -> ServerAddress {
        precondition(other.interface == service.interface)
        return ServerAddress(service: other, origin: origin, url: url, isLoopback: isLoopback)
    }

    private init(service: ServerService, origin: String, url: String, isLoopback: Bool) {
        (self.service, self.origin) = (service, origin)
        (self.url, self.isLoopback) = (url, isLoopback)
    }

    private static func parse(_ text: String, _ service: ServerService) -> ServerAddress? {
        guard let address = WebAddress(text) else { return nil }
        var path = address.path.isEmpty ? "/v1" : address.path
        if path.hasSuffix("/v1") { path += "/\(service.interface)" }
        return ServerAddress(
            service: service, origin: address.origin, url: address.origin + path,
            isLoopback: address.isLoopback)
    }
}

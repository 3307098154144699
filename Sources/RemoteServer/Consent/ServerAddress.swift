public import Problems

/// A server that gets some of the user's data: `http://HOST[:PORT][/PATH]` or `https://…`.
public struct ServerAddress: Hashable, Sendable {
    public let service: ServerService
    /// Scheme, host and port, which identify a server: `https://speech.example:443`.
    public let origin: String
    /// The URL of requests: if the address has no path, or one that ends in `/v1`, the path of the
    /// service's OpenAI interface is added.
    public let url: String
    /// Whether what is sent stays on this machine: “localhost”, 127.0.0.0/8 or ::1 by number. Other
    /// names don't count, since they may lead elsewhere tomorrow.
    public let isLoopback: Bool

    /// Whether TLS protects what is sent.
    public var isSecure: Bool { origin.hasPrefix("https:") }

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

    /// - Throws: what is wrong with the address. Strict, since libcurl must not find another host
    ///   in it than this does.
    public init(_ text: String, for service: ServerService) throws(Problem) {
        guard let address = Self.parse(text, service) else {
            throw Problem(
                "cannot read the server's address “\(text)”",
                why: "it isn't of the form http://HOST:PORT or https://HOST/v1",
                remedy: "A server on this machine: http://127.0.0.1:8080.")
        }
        self = address
    }

    private init(service: ServerService, origin: String, url: String, isLoopback: Bool) {
        (self.service, self.origin) = (service, origin)
        (self.url, self.isLoopback) = (url, isLoopback)
    }

    private static func parse(_ text: String, _ service: ServerService) -> ServerAddress? {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return nil }
        let scheme = isSecure ? "https" : "http"
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" }
        var path = String(rest.dropFirst(authority.count))
        let plain = path.utf8.allSatisfy { byte in
            isAlphanumeric(byte) || "/._~-".utf8.contains(byte)
        }
        guard plain, let (host, port) = split(authority) else { return nil }
        while path.hasSuffix("/") { path.removeLast() }
        if path.isEmpty { path = "/v1" }
        if path.hasSuffix("/v1") { path += "/\(service.interface)" }
        let origin = "\(scheme)://\(host):\(port ?? (isSecure ? 443 : 80))"
        return ServerAddress(
            service: service, origin: origin, url: origin + path,
            isLoopback: isLoopback(host: host))
    }

    private static func split(_ authority: Substring) -> (host: String, port: Int?)? {
        let isBracketed = authority.hasPrefix("[")
        guard let end = isBracketed
            ? authority.firstIndex(of: "]").map(authority.index(after:))
            : authority.firstIndex(of: ":") ?? authority.endIndex
        else { return nil }
        let host = authority[..<end].lowercased()
        let inner = isBracketed ? host.dropFirst().dropLast() : host[...]
        let isHost = !inner.isEmpty && inner.utf8.allSatisfy { byte in
            isBracketed
                ? "0123456789abcdef:.".utf8.contains(byte)
                : isAlphanumeric(byte) || ".-_".utf8.contains(byte)
        }
        let tail = authority[end...]
        guard isHost else { return nil }
        if tail.isEmpty { return (host, nil) }
        guard tail.hasPrefix(":"), tail.dropFirst().utf8.allSatisfy({ 48...57 ~= $0 }),
            let port = Int(tail.dropFirst()), 1...65_535 ~= port
        else { return nil }
        return (host, port)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte
    }

    private static func isLoopback(host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { part in
            // A leading zero would make it an octal number.
            part.hasPrefix("0") && part.count > 1 ? nil : UInt8(part)
        }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}

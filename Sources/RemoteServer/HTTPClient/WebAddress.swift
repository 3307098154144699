/// An address of a server or of something on it: `http://HOST[:PORT][/PATH]` or `https://…`.
public struct WebAddress: Hashable, Sendable {
    /// Scheme, host and port, which identify a server: `https://speech.example:443`.
    public let origin: String
    /// Empty, or begins with a slash and doesn't end in one.
    public let path: String
    /// Whether the server is this machine: “localhost”, 127.0.0.0/8 or ::1 by number. Other names
    /// don't count, since they may lead elsewhere tomorrow.
    public let isLoopback: Bool

    /// The whole address, without a port that is the scheme's own.
    public var url: String { server + path }

    /// The origin, likewise.
    public var server: String {
        let port = isSecure ? ":443" : ":80"
        return origin.hasSuffix(port) ? String(origin.dropLast(port.count)) : origin
    }

    /// Whether TLS protects what is transferred.
    public var isSecure: Bool { origin.hasPrefix("https:") }

    /// Parses an address; nil if it has another form. Strict, since libcurl must not find another
    /// host in it than this does: no user, query, fragment or escape.
    public init?(_ text: String) {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return nil }
        let scheme = isSecure ? "https" : "http"
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" }
        var path = String(rest.dropFirst(authority.count))
        let plain = path.utf8.allSatisfy { Self.isAlphanumeric($0) || "/._~-".utf8.contains($0) }
        guard plain, let (host, port) = Self.split(authority) else { return nil }
        while path.hasSuffix("/") { path.removeLast() }
        self.init(
            origin: "\(scheme)://\(host):\(port ?? (isSecure ? 443 : 80))", path: path,
            isLoopback: Self.isLoopback(host: host))
    }

    private init(origin: String, path: String, isLoopback: Bool) {
        (self.origin, self.path, self.isLoopback) = (origin, path, isLoopback)
    }

    /// The address of something below this one; nil if the path has other characters.
    public func appending(_ path: String) -> WebAddress? { WebAddress("\(url)/\(path)") }

    private static func split(_ authority: Substring) -> (host: String, port: Int?)? {
        let isBracketed = authority.hasPrefix("[")
        guard
            let end = isBracketed
                ? authority.firstIndex(of: "]").map(authority.index(after:))
                : authority.firstIndex(of: ":") ?? authority.endIndex
        else { return nil }
        let host = authority[..<end].lowercased()
        let inner = isBracketed ? host.dropFirst().dropLast() : host[...]
        let isHost =
            !inner.isEmpty
            && inner.utf8.allSatisfy { byte in
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

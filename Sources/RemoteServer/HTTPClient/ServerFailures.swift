public import Problems

// What the user is shown if a server gives no answer, or an unusable one.

/// The names of a server's settings, for the remedies of problems: `[recognizer.server] url`.
public struct ServerSettingNames: Sendable {
    public let address: String
    public let model: String
    /// Also names the environment variable that may have the key instead.
    public let key: String
    public let authorities: String
    public let limit: String

    public init(address: String, model: String, key: String, authorities: String, limit: String) {
        (self.address, self.model, self.key) = (address, model, key)
        (self.authorities, self.limit) = (authorities, limit)
    }
}

extension HTTPFailure {
    /// - Parameters:
    ///   - origin: the server's: `https://speech.example:443`.
    ///   - limit: the time limit of the request.
    public func problem(
        of origin: String, limit: Duration, _ names: ServerSettingNames
    ) -> Problem {
        func problem(_ what: String, _ why: String, _ remedy: String = "") -> Problem {
            Problem("the server \(origin) \(what)", why: why, remedy: remedy)
        }
        switch self {
        case .noLibrary(let why):
            return Problem(
                "cannot speak with the server \(origin)", why: why,
                remedy: "Install Debian's package libcurl3-gnutls or libcurl4.")
        case .timedOut:
            return problem(
                "is too slow", "no answer within \(limit.components.seconds) s",
                "Raise \(names.limit), or choose a smaller model.")
        case .unreachable(let why):
            return problem("can't be reached", why, "Is it running? See \(names.address).")
        case .untrusted(let why):
            return problem(
                "can't be trusted", why,
                "If it is yours, name its certificate in \(names.authorities).")
        case .brokenOff(let why): return problem("broke off its answer", why)
        case .tooLong: return problem("sends too long an answer", "more than 1 MiB")
        case .invalid(let why): return problem("can't be asked", why)
        }
    }
}

extension HTTPResponse {
    /// The problem of an answer; nil if its status is 200 and it reports no error.
    ///
    /// - Parameters:
    ///   - origin: the server's.
    ///   - secrets: the key and the text that were sent: words of the server that repeat them are
    ///     not quoted.
    public func problem(
        of origin: String, _ names: ServerSettingNames, hiding secrets: [String]
    ) -> Problem? {
        let message = ServerMessage(body)
        let reason = "status \(status)"
        let why = message?.why(reason, hiding: secrets) ?? reason
        func problem(_ what: String, _ remedy: String) -> Problem {
            Problem("the server \(origin) \(what)", why: why, remedy: remedy)
        }
        switch status {
        case 200: return message.map { _ in problem("failed", "See \(names.model), and its log.") }
        case 401, 403:
            return problem("refuses the key", "Look at \(names.key).")
        case 404, 405:
            return problem(
                "has no such service there", "See \(names.address) and \(names.model).")
        case 413: return problem("takes nothing this long", "Dictate in shorter pieces.")
        case 429: return problem("gets too many requests", "Wait a little.")
        case 300..<400:
            return problem("sends elsewhere", "Name the right address in \(names.address).")
        case 500...: return problem("failed", "Check its log.")
        default:
            return problem(
                "refuses the request",
                "See \(names.address) and \(names.model), and the server's log.")
        }
    }
}

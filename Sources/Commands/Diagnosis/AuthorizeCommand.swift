import ArgumentParser
import Assembly
import Consent
import Glibc
import Problems
import Settings

struct AuthorizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "authorize",
        abstract: "Allow a server on another machine to get what you dictate, or deny it.",
        discussion: """
            Says what would be sent where and what for, asks, and keeps the answer. Without an \
            answer nothing is sent: the fallback recognises. What stays on this machine needs no \
            consent.
            """)

    @Flag(help: "Deny it without being asked; also takes an earlier consent back.")
    var deny = false

    @Flag(help: "Print what was answered; asks nothing.")
    var status = false

    @OptionGroup var configurationFile: ConfigurationFile

    @Argument(help: "\(Settings.serverUseNames.joined(separator: " or ")), instead of all in use.")
    var engine: String?

    func validate() throws {
        if deny && status { throw ValidationError("--deny and --status exclude each other.") }
        if let engine, !Settings.serverUseNames.contains(engine) {
            throw ValidationError(
                "“\(engine)” sends nothing to other machines; what may is "
                    + Settings.serverUseNames.joined(separator: ", ") + ".")
        }
    }

    func run() throws {
        let settings = try configurationFile.load()
        let uses =
            try engine.map { [try settings.serverUse(named: $0)].compactMap(\.self) }
            ?? settings.serverUses()
        let consents = ConsentStore.standard()
        if uses.isEmpty { complain("Nothing leaves this machine: no server is in use.") }
        for use in uses {
            if status {
                try show(use, consents)
            } else if use.address.isLoopback {
                complain(
                    "\(use.name): \(use.address.origin) is on this machine; no consent needed.")
            } else {
                try decide(use, consents)
            }
        }
    }

    /// One line in which words have no spaces, so that programs can read it, too.
    private func show(_ use: ServerUse, _ consents: ConsentStore) throws {
        let decision = consents.decision(on: use.address)
        let status = use.address.isLoopback ? "local" : decision.status.rawValue
        let service = use.address.service.rawValue
        try printData("\(use.name)  \(service)  \(use.address.origin)  \(status)")
        if let problem = decision.problem { complain(problem) }
    }

    private func decide(_ use: ServerUse, _ consents: ConsentStore) throws {
        let decision = consents.decision(on: use.address)
        if let problem = decision.problem { complain(problem) }
        if decision.status == .restricted {
            throw Problem(
                "\(use.address.origin) may not get your data",
                why: "the administrator denies it in \(ConsentStore.policyPath)",
                remedy: "Choose another engine, or talk to the administrator.")
        }
        let isAllowed = deny ? false : try Self.ask(use)
        try consents.keep(isAllowed, for: use.address)
        complain(
            isAllowed
                ? "Allowed. Take it back with: utter authorize --deny \(use.name)"
                : "Denied: nothing is sent to \(use.address.origin).")
    }

    private static func ask(_ use: ServerUse) throws -> Bool {
        let service = use.address.service
        guard isatty(STDIN_FILENO) == 1 else {
            throw Problem(
                "cannot ask you about \(use.address.origin)",
                why: "standard input is not a terminal", remedy: "Run it in a terminal.")
        }
        complain(
            """
            [\(use.name)] \(use.address.origin) would get
              \(service.contents),
              \(service.purpose).
            On the way it is encrypted (TLS), and the server's certificate is checked. What the
            server's owner does with it, only they can say.
            Send it there? [y/n]
            """)
        while let line = readLine() {
            switch line.lowercased().split(whereSeparator: \.isWhitespace).joined() {
            case "yes", "y": return true
            case "no", "n": return false
            default: complain("Type y or n:")
            }
        }
        throw Problem("nothing was changed", why: "there was no answer")
    }
}

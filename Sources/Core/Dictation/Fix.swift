/// Commands that fix a problem. They are shown to the person, and run if they agree.
public struct Fix: Hashable, Sendable, Encodable {
    /// A program and its arguments; no shell reads them.
    public struct Command: Hashable, Sendable, Encodable {
        /// The program's name first; it is looked up in PATH.
        public let arguments: [String]
        /// Whether only root may do it.
        public let needsRoot: Bool

        public init(_ arguments: [String], asRoot needsRoot: Bool = false) {
            self.arguments = arguments
            self.needsRoot = needsRoot
        }
    }

    /// One after the other; each only if the one before went well.
    public let commands: [Command]
    /// What is left for the person's own hand: `Log out and in.` May be empty.
    public let afterwards: String

    public init(_ commands: [Command], afterwards: String = "") {
        self.commands = commands
        self.afterwards = afterwards
    }
}

extension Fix.Command {
    /// A copy whose arguments begin with others: those of a program that makes one root.
    public func behind(_ prefix: [String]) -> Fix.Command {
        Fix.Command(prefix + arguments, asRoot: needsRoot)
    }
}

extension Fix.Command: CustomStringConvertible {
    /// As a shell takes it.
    public var description: String {
        arguments.map(Self.quoted).joined(separator: " ")
    }

    private static func quoted(_ argument: String) -> String {
        let isPlain = !argument.isEmpty && argument.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", "=", ":", ",", "@", "+": true
            default: false
            }
        }
        if isPlain { return argument }
        let parts = argument.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}

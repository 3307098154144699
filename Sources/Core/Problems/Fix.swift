/// Commands that fix a problem. They are shown to the user, and run with the user's consent.
public struct Fix: Hashable, Sendable, Encodable {
    /// A program and its arguments, run without a shell.
    public struct Command: Hashable, Sendable, Encodable {
        /// The program's name first; it is looked up in PATH.
        public let arguments: [String]
        /// Whether it must run as root.
        public let needsRoot: Bool

        public init(_ arguments: [String], asRoot needsRoot: Bool = false) {
            self.arguments = arguments
            self.needsRoot = needsRoot
        }
    }

    /// Run in order, each only if the previous one succeeded.
    public let commands: [Command]
    /// The step that the user must take afterwards: `Log out and in.` May be empty.
    public let afterwards: String
    /// The effect of the commands, where they don't show it themselves: `It adds a line to FILE:`,
    /// and below that the line. May be empty.
    public let effect: String

    public init(_ commands: [Command], afterwards: String = "", effect: String = "") {
        self.commands = commands
        self.afterwards = afterwards
        self.effect = effect
    }
}

extension Fix.Command {
    /// The command with a prefix: the arguments of a program that runs it as root.
    public func behind(_ prefix: [String]) -> Fix.Command {
        Fix.Command(prefix + arguments, asRoot: needsRoot)
    }
}

extension Fix.Command: CustomStringConvertible {
    /// The command in shell syntax.
    public var description: String {
        arguments.map(Self.quoted).joined(separator: " ")
    }

    private static func quoted(_ argument: String) -> String {
        let isPlain =
            !argument.isEmpty
            && argument.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", "=", ":", ",", "@", "+":
                    true
                default: false
                }
            }
        if isPlain { return argument }
        let parts = argument.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}

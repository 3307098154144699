import Dictation
import Glibc
import LinuxRuntime

/// Runs the commands of a fix before the user's eyes.
@EventLoopActor
struct FixRun {
    let talk: Conversation

    /// What makes a command root's: nothing for root, else sudo or pkexec; nil where neither is
    /// there.
    private static let rootPrefix: [String]? = {
        if geteuid() == 0 { return [] }
        if isInPath("sudo") {
            // Without a terminal it could only wait for a password that nobody can type.
            return Conversation.hasTerminal ? ["sudo"] : ["sudo", "--non-interactive"]
        }
        return isInPath("pkexec") ? ["pkexec"] : nil
    }()

    private nonisolated static func isInPath(_ name: String) -> Bool {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Shows the commands, asks, runs them, and says what came of it.
    ///
    /// - Returns: whether all of them went well.
    func run(_ fix: Fix) async throws -> Bool {
        guard let commands = complete(fix.commands) else {
            talk.say("  As root (neither sudo nor pkexec is there to become it):")
            for command in fix.commands { talk.say("    \(command)") }
            return false
        }
        talk.say(talk.assumesYes ? "  To fix it, this is run:" : "  This would fix it:")
        for command in commands { talk.say("    \(command)") }
        guard try await talk.isAgreed("  Run it?") else { return false }
        for command in commands {
            let status = try await status(of: command)
            guard status == .exited(0) else {
                let reason = status?.description ?? "no such program"
                talk.say("  It went wrong: \(command): \(reason)")
                return false
            }
        }
        if !fix.afterwards.isEmpty { talk.say("  \(fix.afterwards)") }
        return true
    }

    /// As they are run; nil if root is needed and can't be had.
    private func complete(_ commands: [Fix.Command]) -> [Fix.Command]? {
        guard commands.contains(where: \.needsRoot) else { return commands }
        guard let prefix = Self.rootPrefix else { return nil }
        return commands.map { $0.needsRoot ? $0.behind(prefix) : $0 }
    }

    /// Runs a program in the terminal, where it may ask for a password. It gets the signals of
    /// the keyboard itself, and is waited for: one that is killed would leave the terminal mute.
    private func status(of command: Fix.Command) async throws -> ExitStatus? {
        try Task.checkCancellation()
        var process: ChildProcess?
        defer { withExtendedLifetime(process) {} }
        let status = await withCheckedContinuation { continuation in
            do {
                process = try ChildProcess(command.arguments, isInForeground: true) {
                    continuation.resume(returning: ExitStatus?.some($0))
                }
            } catch {
                continuation.resume(returning: nil)
            }
        }
        try Task.checkCancellation()
        return status
    }
}

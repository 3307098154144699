import ControlProtocol
import Doctor
import Glibc
import LinuxRuntime
import Problems

/// Runs the commands of a fix in the user's terminal.
@EventLoopActor
struct FixRun {
    let talk: Conversation

    /// The words before a command that needs root: none for root, else sudo or pkexec; nil if
    /// neither is installed.
    private var rootPrefix: [String]? {
        if geteuid() == 0 { return [] }
        if SearchPath.contains("sudo") {
            // sudo would wait for a password that nobody can type.
            let canType = Conversation.hasTerminal && !talk.isSpoken
            return canType ? ["sudo"] : ["sudo", "--non-interactive"]
        }
        return SearchPath.contains("pkexec") ? ["pkexec"] : nil
    }

    /// Shows the commands, asks, runs them, and reports the result.
    ///
    /// - Returns: whether all of them succeeded.
    func run(_ fix: Fix) async throws -> Bool {
        guard let commands = complete(fix.commands) else {
            talk.say(
                "  As root (neither sudo nor pkexec is there to become it):",
                aloud: "Root must do it, with \(Self.number(of: fix.commands)).")
            for command in fix.commands { talk.show("    \(command)") }
            return false
        }
        let root = commands.contains(where: \.needsRoot) ? ", as root" : ""
        let effect = fix.effect.split(separator: "\n")
        if let verb = effect.first { talk.say("  \(verb)") }
        for line in effect.dropFirst() { talk.show("  \(line)") }
        let fixing = talk.assumesYes ? "To fix it, this is run" : "This would fix it"
        talk.say(
            "  \(effect.isEmpty ? fixing : "By this"):",
            aloud: "It can be fixed\(root), with \(Self.number(of: commands)).")
        for command in commands { talk.show("    \(command)") }
        guard try await talk.isAgreed("  Run it?"), try await succeed(commands) else {
            return false
        }
        if fix.commands.contains(Finding.startingProgram) { await waitForDaemon() }
        if !fix.afterwards.isEmpty { talk.say("  \(fix.afterwards)") }
        return true
    }

    /// Until it answers, or for ten seconds: then it is found not to run.
    private func waitForDaemon() async {
        for _ in 0..<100 where await StatusReport.ofRunningDaemon() == nil {
            try? await EventLoop.shared.sleep(for: .milliseconds(100))
        }
    }

    /// Runs commands, and says which one failed; those after it are not run.
    func succeed(_ commands: [Fix.Command]) async throws -> Bool {
        for command in commands {
            let status = try await status(of: command)
            guard status == .exited(0) else {
                let reason = status?.description ?? "no such program"
                talk.say(
                    "  It failed: \(command): \(reason)", aloud: "It failed: \(reason).")
                if talk.isSpoken, command.needsRoot {
                    talk.say("A password can’t be said: somebody must type it, in utter setup.")
                }
                return false
            }
        }
        return true
    }

    /// How many commands there are, for who hears of them.
    private static func number(of commands: [Fix.Command]) -> String {
        commands.count == 1
            ? "a command that is on the screen"
            : "\(commands.count) commands that are on the screen"
    }

    /// The commands as they are run; nil if root is needed but unavailable.
    private func complete(_ commands: [Fix.Command]) -> [Fix.Command]? {
        guard commands.contains(where: \.needsRoot) else { return commands }
        guard let prefix = rootPrefix else { return nil }
        return commands.map { $0.needsRoot ? $0.behind(prefix) : $0 }
    }

    /// Runs a program in the terminal, where it may ask for a password. The keyboard's signals
    /// reach it directly, and it is always waited for: if it were killed, the terminal might stay
    /// without echo.
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

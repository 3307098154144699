import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// Asks the user at the terminal, and waits for answers on the event loop, so that a signal can end
/// it at any point. Questions go to standard error.
@EventLoopActor
final class Conversation {
    /// Whether every question counts as answered with yes.
    let assumesYes: Bool
    /// Input that was typed but not yet used as an answer.
    private var typed: [UInt8] = []

    /// - Throws: a problem if there is no terminal to ask at.
    init(assumesYes: Bool) throws(Problem) {
        self.assumesYes = assumesYes
        guard assumesYes || isatty(STDIN_FILENO) == 1 else {
            throw Problem(
                "cannot ask you", why: "standard input is not a terminal",
                remedy: "Run it in a terminal, or with --yes, which asks nothing.")
        }
    }

    /// Whether a program that is run can ask for something, such as a password.
    nonisolated static var hasTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    func say(_ words: String = "") { complain(WrappedText.wrap(words)) }

    func say(_ problem: Problem) { say(problem.paragraph) }

    /// Shows what may be copied, such as a command: no line of it is broken.
    func show(_ words: String) { complain(words) }

    /// - Throws: `CancellationError`, or a problem at the end of the input.
    func isAgreed(_ question: String) async throws -> Bool {
        if assumesYes { return true }
        prompt("\(question) [y/n] ")
        while true {
            switch try await line().lowercased() {
            case "yes", "y": return true
            case "no", "n": return false
            default: prompt("Type y or n: ")
            }
        }
    }

    /// An answer, which may be empty. Not if `assumesYes`.
    ///
    /// - Parameter choices: what can be typed and what it does, for Enter alone first.
    func answer(
        to question: String, _ choices: (key: String, does: String)...
    ) async throws -> String {
        let keys = choices.map { "\($0.key) = \($0.does)" }.joined(separator: ", ")
        prompt("\(question) [\(keys)] ")
        return try await line()
    }

    /// Discards input that was typed but not used.
    func forgetTyped() { typed = [] }

    private func prompt(_ words: String) {
        _ = try? FileDescriptor.standardError.writeAll(WrappedText.wrap(words).utf8)
    }

    private func line() async throws -> String {
        while true {
            if let end = typed.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: typed[..<end], as: UTF8.self)
                typed.removeFirst(end + 1)
                return line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            while try await !EventLoop.shared.ready(.standardInput, within: .seconds(3600)) {}
            let piece = try StandardInput.readPiece()
            if piece.isEmpty {
                throw Problem("nothing more was done", why: "there was no answer")
            }
            typed += piece
        }
    }
}

extension Conversation {
    /// Runs a conversation until it ends or a signal comes; the terminal's modes are then restored.
    ///
    /// - Throws: what `body` throws; `InterruptedBySignal` after a signal.
    nonisolated static func run(
        assumesYes: Bool,
        _ body: @escaping @EventLoopActor (Conversation) async throws -> Void
    ) throws {
        let interruptions = [SIGINT, SIGTERM, SIGHUP]
        Signals.block(interruptions)
        let terminal = TerminalModes()
        try EventLoop.shared.run {
            let talk = try Conversation(assumesYes: assumesYes)
            let work = EventLoop.throwingTask { try await body(talk) }
            var caught: Int32?
            let signals = try interruptions.map { number in
                try EventLoop.shared.signal(number) {
                    caught = number
                    work.cancel()
                }
            }
            defer { withExtendedLifetime(signals) {} }
            let outcome = await work.result
            if let caught {
                terminal.restore()
                throw InterruptedBySignal(signal: caught)
            }
            try outcome.get()
        }
    }
}

/// A signal ended the conversation.
struct InterruptedBySignal: Error {
    let signal: Int32
    /// The status that a shell reports for a program killed by the signal.
    var exitStatus: Int32 { 128 + signal }
}

import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// Asks the user at the terminal, or aloud, and waits for answers on the event loop, so that a
/// signal can end it at any point. Questions go to standard error.
@EventLoopActor
final class Conversation {
    /// Whether every question counts as answered with yes.
    let assumesYes: Bool
    /// Says everything aloud as well, and hears the answers; nil if they are typed.
    private let voice: SpokenConversation?
    /// Input that was typed but not yet used as an answer.
    private var typed: [UInt8] = []
    /// How often the user was asked to answer, speak or press something.
    private(set) var requests = 0

    /// - Throws: a problem if there is no terminal to ask at.
    init(assumesYes: Bool, voice: SpokenConversation? = nil) throws(Problem) {
        (self.assumesYes, self.voice) = (assumesYes, voice)
        guard assumesYes || voice != nil || isatty(STDIN_FILENO) == 1 else {
            throw Problem(
                "cannot ask you", why: "standard input is not a terminal",
                remedy: "Run it in a terminal, or with --yes, which asks nothing.")
        }
    }

    /// Whether a program that is run can ask for something, such as a password.
    nonisolated static var hasTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether the answers are heard.
    var isSpoken: Bool { voice != nil }

    /// - Parameter aloud: what is said, if it isn't what the terminal shows.
    func say(_ words: String = "", aloud: String? = nil) {
        complain(WrappedText.wrap(words))
        voice?.say(aloud ?? words)
    }

    func say(_ problem: Problem) { say("✗ \(problem.paragraph)", aloud: problem.sentences) }

    /// Shows what may be copied, such as a command: no line of it is broken, and nothing of it is
    /// said aloud.
    func show(_ words: String) { complain(words) }

    /// Returns a closure that shows the invitation when a microphone has opened. If there is a
    /// voice, the words are spoken before, or the microphone would record them.
    func invitation(_ words: String) async throws -> () -> Void {
        requests += 1
        guard let voice else { return { self.say(words) } }
        say(words)
        try await voice.untilSilent()
        return {}
    }

    /// Returns when all is said. It never fails: the words are on the terminal, too.
    private func finish() async { try? await voice?.untilSilent() }

    /// - Throws: `CancellationError`, or a problem at the end of the input.
    func isAgreed(_ question: String) async throws -> Bool {
        if assumesYes { return true }
        requests += 1
        if let voice {
            complain(question)
            return try await voice.choose(question, ["yes", "no"]) == 0
        }
        prompt("\(question) [y/n] ")
        while true {
            switch try await line().lowercased() {
            case "yes", "y": return true
            case "no", "n": return false
            default: prompt("Type y or n: ")
            }
        }
    }

    /// A key that can be typed, and its effect.
    typealias Choice = (key: String, does: String)

    /// An answer, which may be empty. Not if `assumesYes`.
    ///
    /// - Parameter choices: for Enter alone first. What they do is what can be said.
    func answer(to question: String, _ choices: Choice...) async throws -> String {
        try await answer(to: question, choices)
    }

    /// The key of one of the choices; empty for Enter alone. Anything else is asked about again:
    /// “n” isn't a yes. Not if `assumesYes`.
    func choice(_ question: String, _ choices: Choice...) async throws -> String {
        var answer = try await answer(to: question, choices).lowercased()
        let keys = choices.dropFirst().map(\.key)
        while !answer.isEmpty, !keys.contains(answer) {
            prompt("Type \(keys.joined(separator: " or ")), or Enter alone: ")
            answer = try await line().lowercased()
        }
        return answer
    }

    private func answer(to question: String, _ choices: [Choice]) async throws -> String {
        requests += 1
        if let voice {
            complain(question)
            let number = try await voice.choose(question, choices.map(\.does))
            return number == 0 ? "" : choices[number].key
        }
        let keys = choices.map { "\($0.key) = \($0.does)" }.joined(separator: ", ")
        prompt("\(question) [\(keys)] ")
        return try await line()
    }

    /// The number of one of several things, from 1; nil for none of them.
    ///
    /// - Parameter none: what happens then.
    func number(upTo count: Int, _ question: String, none: String) async throws -> Int? {
        if let voice {
            requests += 1
            complain(question)
            let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
            let answers = ["none of them"] + numbers.prefix(count).map { "number \($0)" }
            let number = try await voice.choose(question, answers)
            return number == 0 ? nil : number
        }
        while true {
            let answer = try await answer(
                to: question, ("Enter", none), ("1, 2, …", "try that one"))
            if answer.isEmpty { return nil }
            if let number = Int(answer), (1...count).contains(number) { return number }
        }
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
        assumesYes: Bool, voice: (@EventLoopActor () throws -> SpokenConversation)? = nil,
        _ body: @escaping @EventLoopActor (Conversation) async throws -> Void
    ) throws {
        let interruptions = [SIGINT, SIGTERM, SIGHUP]
        Signals.block(interruptions)
        let terminal = TerminalModes()
        try EventLoop.shared.run {
            let talk = try Conversation(assumesYes: assumesYes, voice: try voice?())
            let work = EventLoop.throwingTask {
                do {
                    try await body(talk)
                } catch let problem as Problem {
                    talk.voice?.say(problem.sentences)
                    await talk.finish()
                    throw problem
                } catch {
                    await talk.finish()
                    throw error
                }
                await talk.finish()
            }
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

import Assembly
import ControlProtocol
import DesktopParts
import Doctor
import Glibc
import LinuxRuntime
import Problems

/// The daemon, reached by commands through the control socket.
enum RunningDaemon {
    /// Sends a command; a refusal is thrown.
    static func tell(_ request: ControlRequest) throws {
        _ = try ask(request)
    }

    /// Sends a command that a key of the desktop may send; if it fails, and no terminal shows that, a
    /// notification does. To begin a dictation systemd starts the daemon if it isn't running.
    static func drive(_ request: ControlRequest) throws {
        try notifying {
            do {
                _ = try await reply(to: request)
            } catch let error as ControlClientError {
                guard request.beginsDictation, case .notRunning = error,
                    try await Diagnosis.startService()
                else { throw error }
                Log.notice("utter was not running: it was started")
                _ = try await reply(to: request)
            }
            // A program that a key of the desktop starts may have the desktop's terminal, but is not
            // in its foreground.
            if request.beginsDictation, isatty(STDERR_FILENO) == 1,
                tcgetpgrp(STDIN_FILENO) == getpgrp()
            {
                await sayWhereWordsGo()
            }
        }
    }

    /// Whoever typed the command has the terminal before them, and would mostly have the words
    /// elsewhere.
    @EventLoopActor private static func sayWhereWordsGo() async {
        guard await StatusReport.ofRunningDaemon()?.state == .recording else { return }
        complain(
            WrappedText.wrap(
                """
                Listening: the words go into this terminal, which has the focus.
                \(SessionEnvironment.current.keyAdvice)
                """))
    }

    private static func notifying(_ body: @escaping @EventLoopActor () async throws -> Void) throws
    {
        try EventLoop.shared.run {
            do { try await body() } catch {
                if isatty(STDERR_FILENO) == 0 { await FailureNotification.show(error) }
                throw error
            }
        }
    }

    /// Sends a command and returns the reply; a refusal is thrown.
    static func ask(_ request: ControlRequest) throws -> ControlReply {
        try EventLoop.shared.run { try await reply(to: request) }
    }

    /// The command of `utter`, before `greeted` or `connected`.
    static let handOver = "hear-reply"

    /// Waits for the reply to a command that the front program has sent
    /// (`Programs/utter-front/drive.c`); a refusal is thrown.
    ///
    /// - Parameter state: “greeted” if the daemon's greeting was read, “connected” if not.
    static func hearReply(_ state: String) throws {
        // The number, and the rest of the ten seconds.
        let (socket, limit) = (Int32(3), Duration.seconds(8))
        var status = stat()
        guard fstat(socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            throw Problem("cannot hear a reply", why: "utter itself starts this program")
        }
        try notifying {
            let reply = try await ControlClient.awaitReply(
                on: socket, isGreeted: state == "greeted", within: limit)
            try accept(reply)
        }
    }

    /// Throws a refusal; says what the daemon has to say.
    private static func accept(_ reply: ControlReply) throws(Problem) {
        switch reply {
        case .failure(let problem): throw problem
        case .declined:
            throw Problem(
                "the daemon didn't do it", why: "it can't now", remedy: "Run the command again.")
        case .ok(let message?): Log.notice(message)
        case .ok(nil), .status, .transcripts: break
        }
    }

    /// The same for callers on the event loop, which can run only once in a process.
    @EventLoopActor static func reply(to request: ControlRequest) async throws -> ControlReply {
        let reply = try await ControlClient.ask(request, path: ControlSocketPath.standard())
        try accept(reply)
        return reply
    }
}

extension ControlRequest {
    fileprivate var beginsDictation: Bool {
        switch self {
        case .toggle, .start: true
        default: false
        }
    }
}

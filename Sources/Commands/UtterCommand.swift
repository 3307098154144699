public import ArgumentParser
import ControlProtocol
import Glibc
import LinuxRuntime
import Problems
import Settings
import SinkIBus
import SinkXTest

/// The command line. Exit status: 0 success, 1 failure, 64 wrong usage, 69 the daemon isn't
/// running, 78 bad configuration.
public struct UtterCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "utter",
        abstract: "Dictation: press a key, speak, and your words are typed.",
        version: Version.current,
        subcommands: [
            DaemonCommand.self, ToggleCommand.self, StartCommand.self, StopCommand.self,
            PauseCommand.self, CancelCommand.self, StatusCommand.self, TranscribeCommand.self,
            ListenCommand.self, TextCommand.self, TypeCommand.self, BenchCommand.self,
            LastCommand.self, HistoryCommand.self, CopyCommand.self, RetypeCommand.self,
            RetryCommand.self, RestoreRawCommand.self,
            RewriteCommand.self, ChooseCommand.self,
            DoctorCommand.self, DevicesCommand.self, ConfigCommand.self,
            ModelsCommand.self, AuthorizeCommand.self, SetupCommand.self, LogCommand.self,
            DemoCommand.self, RestoreInputSourceCommand.self,
        ])

    public init() {}

    /// Without a command: how things are, and what to do next.
    public func run() throws { try Overview.print() }

    /// The command that the arguments name.
    ///
    /// - Parameter arguments: the process's own if nil.
    static func command(in arguments: [String]?) throws -> any ParsableCommand {
        try CommandNames.check(arguments ?? Array(CommandLine.arguments.dropFirst()))
        return try parseAsRoot(arguments)
    }

    /// Commands without options, which a desktop's keys run while the user waits. The argument
    /// parser would take a fifth of the time of such a process. The front program sends them by
    /// itself (`Programs/utter-front`), and leaves them to this one when the daemon can't be reached.
    private static let bare: [String: ControlRequest] = [
        "toggle": .toggle(), "start": .start(), "stop": .stop, "pause": .pause, "cancel": .cancel,
    ]

    /// Commands that are not for users: utter itself starts them, with so many arguments.
    private static let own: [String: (count: Int, run: @Sendable ([String]) throws -> Void)] = [
        TypingGuardianProgram.command: (1, { try TypingGuardianProgram.run($0[0]) }),
        EngineGuardianProgram.command: (
            3, { try EngineGuardianProgram.run(address: $0[0], record: $0[1], engine: $0[2]) }
        ),
        RunningDaemon.handOver: (1, { try RunningDaemon.hearReply($0[0]) }),
    ]

    /// The words of `utter type WORDS`, if no word is or could be an option.
    private static var wordsToType: [String]? {
        let words = CommandLine.arguments.dropFirst(2)
        guard CommandLine.arguments.dropFirst().first == "type", !words.isEmpty,
            !words.contains(where: { $0.hasPrefix("-") })
        else { return nil }
        return Array(words)
    }

    /// The arguments of commands that take names of files, which need not be UTF-8; nil for others.
    private static var fileArguments: [String]? {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first, ["transcribe", "bench"].contains(name) else { return nil }
        return UnsafeBufferPointer(
            start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)
        ).dropFirst().compactMap { argument in argument.map { FileName.text(of: $0) } }
    }

    /// Parses the arguments, runs, and ends the process.
    public static func runAndExit() -> Never {
        Signals.ignoreBrokenPipes()
        Signals.ignoreFileSizeLimit()
        // sd_event_add_child(3) requires it.
        Signals.block([SIGCHLD])
        do {
            let arguments = CommandLine.arguments
            if arguments.count == 2, let request = bare[arguments[1]] {
                try RunningDaemon.drive(request)
            } else if arguments.count > 2, let command = own[arguments[1]],
                arguments.count == command.count + 2
            {
                try command.run(Array(arguments.dropFirst(2)))
            } else if let words = wordsToType {
                try TypeCommand.type(words)
            } else {
                var command = try command(in: fileArguments)
                try command.run()
            }
            Glibc.exit(0)
        } catch let problem as Problem {
            complain(problem)
            Glibc.exit(1)
        } catch let error as ControlClientError {
            complain(error.problem)
            if case .notRunning = error { Glibc.exit(EX_UNAVAILABLE) }
            Glibc.exit(1)
        } catch let interruption as InterruptedBySignal {
            Glibc.exit(interruption.exitStatus)
        } catch let error as SettingsError {
            complain(error.description)
            Glibc.exit(EX_CONFIG)
        } catch {
            exit(withError: error)
        }
    }
}

private let EX_UNAVAILABLE: Int32 = 69  // sysexits.h(3head), which Swift's Glibc leaves out
private let EX_CONFIG: Int32 = 78

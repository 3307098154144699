import ArgumentParser
import ControlProtocol
import Dictation

// Commands that control the running daemon.

/// The overrides of a dictation, for the commands that start one.
struct DictationOptions: ParsableArguments {
    @Option(help: "The profile to use, whatever window has the focus.", completion: .profiles)
    var profile: String?

    @Option(help: "What is spoken, such as de.", completion: .spokenLanguages)
    var language: String?

    @Option(help: "The speech model to use, whatever the settings name.", completion: .models)
    var model: String?

    @Flag(help: "It stays on, and types at each pause, until “utter stop” or “stop listening”.")
    var continuous = false

    var choice: DictationOverrides {
        DictationOverrides(
            profile: profile, language: language, model: model, staysOn: continuous)
    }
}

struct ToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Start dictation, or stop it and type the words.")

    @OptionGroup var options: DictationOptions

    func run() throws { try RunningDaemon.drive(.toggle(options.choice)) }
}

struct StartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start dictation.")

    @OptionGroup var options: DictationOptions

    func run() throws { try RunningDaemon.drive(.start(options.choice)) }
}

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop dictation and type the words.")

    func run() throws { try RunningDaemon.drive(.stop) }
}

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause the dictation, or resume it.",
        discussion: """
            While it is paused the microphone is closed, and no limit of silence or length runs. \
            The hotkey, “utter start” and “utter toggle” resume it, too; “utter stop” ends it.
            """)

    func run() throws { try RunningDaemon.drive(.pause) }
}

struct CancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Give the current dictation up; typing stops.")

    func run() throws { try RunningDaemon.drive(.cancel) }
}

struct RetypeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retype",
        abstract: "Type the last dictation again, or what was left of it.")

    func run() throws { try RunningDaemon.drive(.retype) }
}

struct RetryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Recognise again what could not be recognised, or one of the last dictations.",
        discussion: """
            What an engine that failed did not recognise is kept in memory until you log out, the \
            recordings of the last dictations until the daemon ends ([history] recordings). The \
            daemon recognises it with the engine and model that are configured now, or with those \
            that you name, and offers the text: “utter retype” types it.
            """)

    @Argument(help: "The number of a dictation that utter history marks by ♪.")
    var number: Int?

    @Option(help: "The speech model to use instead.", completion: .models)
    var model: String?

    @Option(help: "What was spoken, such as de.", completion: .spokenLanguages)
    var language: String?

    func run() throws {
        try RunningDaemon.drive(
            .retry(DictationOverrides(language: language, model: model), number: number))
    }
}

struct RestoreRawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-raw",
        abstract: "Replace the last dictation by its text before a model cleaned it up.",
        discussion: "Only while the window has the focus and nothing was typed since.")

    func run() throws { try RunningDaemon.tell(.restoreRaw) }
}

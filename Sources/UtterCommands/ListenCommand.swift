import ArgumentParser
import Dictation
import Glibc
import LinuxRuntime
import Settings
import UtterDaemon

struct ListenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Print what the microphone hears, until Ctrl-C or silence.",
        discussion: "Needs no daemon. The text is printed when listening ends.")

    @Flag(help: "Print the recogniser's own words.")
    var raw = false

    @OptionGroup var configurationFile: ConfigurationFile

    func run() throws {
        var settings = try configurationFile.load()
        settings.text.raw = settings.text.raw || raw
        Signals.block([SIGINT, SIGTERM])
        let notice = try EventLoop.shared.run { [settings] in
            try await Listening(settings).run()
        }
        if let notice, notice.severity != .info {
            throw Problem(notice.message, why: "", remedy: notice.remedy)
        }
    }
}

/// One dictation to standard output.
@EventLoopActor
private final class Listening {
    private let runner: DictationRunner
    private var signals: [EventSource] = []
    private var end: CheckedContinuation<Notice?, Never>?

    init(_ settings: Settings) throws {
        let parts = DictationRunner.Parts(
            audio: Backends.audio(settings), recognizer: try Backends.recognizer(settings),
            sinks: SinkChain([StandardOutputSink()]), cleaner: try Backends.cleaner(settings))
        runner = DictationRunner(
            parts: parts, rules: settings.rules, style: try settings.style())
    }

    /// Ends when the dictation does; answers the last notice.
    func run() async throws -> Notice? {
        defer { runner.parts.recognizer.close() }
        signals = try [SIGINT, SIGTERM].map { number in
            try EventLoop.shared.signal(number) { [unowned self] in interrupt() }
        }
        runner.onChange = { [unowned self] in follow() }
        runner.start()
        runner.send(.command(.start))
        return await withCheckedContinuation { end = $0 }
    }

    /// The first Ctrl-C stops listening, the second gives up.
    private func interrupt() {
        let command: DictationCommand = runner.display.state == .recording ? .stop : .cancel
        runner.send(.command(command))
    }

    private var wasHearing = false

    private func follow() {
        let display = runner.display
        if display.isHearing, !wasHearing { complain("Listening …") }
        wasHearing = display.isHearing
        guard display.state == .idle else { return }
        end?.resume(returning: display.notice)
        end = nil
    }
}

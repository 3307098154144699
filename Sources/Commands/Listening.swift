import Dictation
import DictationParts
import LinuxRuntime
import Settings
import UtterDaemon

/// One dictation into a sink, without the daemon.
@EventLoopActor
final class Listening {
    private let runner: DictationRunner
    private let end = OneShot<Notice?>()
    private var wasHearing = false
    private var hasBegun = false
    /// Whether the microphone is opened only when the recogniser has its model. Where silence soon
    /// ends the dictation, speech must be told from it at once.
    var waitsForRecognizer = false
    /// Called when the microphone is open.
    var onHearing: () -> Void = {}
    /// Called with the loudness of each period.
    var onLevel: (AudioLevel) -> Void = { _ in }

    init(_ settings: Settings, into sink: any TextSink) throws {
        let parts = DictationRunner.Parts(
            audio: Registry.audio(settings), recognizer: try Registry.recognizer(settings),
            sinks: SinkChain([sink]), cleaner: try Registry.cleaner(settings))
        var style = try settings.style()
        // A line ends with its last word.
        style.trailingSpace = false
        runner = DictationRunner(parts: parts, rules: settings.rules, style: style)
    }

    /// Ends when the dictation does; answers the last notice.
    func run() async throws -> Notice? {
        defer { runner.parts.recognizer.close() }
        runner.onChange = { [unowned self] in follow() }
        runner.onLevel = { [unowned self] in onLevel($0) }
        runner.start()
        if !waitsForRecognizer { begin() }
        return try await end.get()
    }

    private func begin() {
        hasBegun = true
        runner.send(.command(.start))
    }

    /// The first call stops listening, the second gives up.
    func interrupt() {
        let command: DictationCommand = runner.display.state == .recording ? .stop : .cancel
        runner.send(.command(command))
    }

    /// Gives up at once; nothing more is heard or written.
    func giveUp() { runner.send(.command(.cancel)) }

    private func follow() {
        // Before it begins it is idle, too.
        guard hasBegun else {
            if waitsForRecognizer, runner.recognizerState != .loading { begin() }
            return
        }
        let display = runner.display
        if display.isHearing, !wasHearing { onHearing() }
        wasHearing = display.isHearing
        if display.state == .idle { end.give(display.notice) }
    }
}

import Assembly
import Dictation
import DictationParts
import LinuxRuntime
import RecognizerRouting
import Session
import Settings
import SinkChains
import TextEditing

/// One dictation into a sink, without the daemon.
@EventLoopActor
final class Listening {
    private let runner: DictationRunner
    private let end = OneShot<Notice?>()
    private var wasHearing = false
    private var hasBegun = false
    /// Whether the microphone is opened only after the recogniser has loaded its model: with a
    /// short limit of silence, speech must be detected at once.
    var waitsForRecognizer = false
    /// Called when the microphone is open.
    var onHearing: () -> Void = {}
    /// Called with the level of each period.
    var onLevel: (AudioLevel) -> Void = { _ in }

    /// - Parameter beginning: how long it waits for the first word; nil: not longer than a pause may
    ///   last.
    init(_ settings: Settings, into sink: any TextSink, beginning: Duration? = nil) throws {
        let parts = DictationRunner.Parts(
            audio: Registry.audio(settings), recognizer: try Registry.recognizer(settings),
            sinks: SinkChain([sink]), cleaner: try Registry.cleaner(settings))
        var style = try settings.withRules(for: settings.chosenEngine).style()
        // A line has no space at its end.
        style.text.spacing = .none
        var rules = settings.rules
        rules.beginningLimit = beginning
        runner = DictationRunner(parts: parts, rules: rules, style: style)
    }

    /// The languages that the recogniser understands; empty if that isn't known.
    var locales: [String] { runner.parts.recognizer.supportedLocales }

    /// Returns at the end of the dictation, with the last notice.
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

    /// The first call stops recording, the second aborts.
    func interrupt() {
        let command: DictationCommand = runner.display.state == .recording ? .stop : .cancel
        runner.send(.command(command))
    }

    /// Aborts at once; nothing more is recorded or written.
    func giveUp() { runner.send(.command(.cancel)) }

    private func follow() {
        // The runner is idle before the dictation begins, too.
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

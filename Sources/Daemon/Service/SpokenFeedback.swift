import Assembly
import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime
import Problems
import Session
import Settings

/// Speaks the daemon's announcements of dictations, if the user wants them.
@EventLoopActor
final class SpokenFeedback {
    let announcer: any Announcer
    private var script: AnnouncementScript
    /// Whether the user has asked to hear a text that isn't said yet.
    private var isReadingWanted = false
    /// Ends when the text that the user asked to hear is over; nil if there is none.
    private var reading: Task<Void, Never>?
    private var wasIdle = true
    /// Called when a text that the user asked to hear begins, and when it is over.
    var onReading: () -> Void = {}

    /// - Parameter onFailure: called with why nothing can be said.
    init(_ settings: Settings, onFailure: @escaping (Problem) -> Void) {
        announcer = Registry.announcer(onFailure: onFailure)
        script = AnnouncementScript(settings.announce.say)
    }

    /// Changes the settings, while idle.
    func adopt(_ settings: Settings) { script.detail = settings.announce.say }

    /// Follows a change of what the runner shows.
    ///
    /// - Parameter phrase: what is listened for between dictations, if anything is.
    func follow(_ runner: DictationRunner, listeningFor phrase: String?) {
        let isIdle = runner.display.state == .idle
        // The dictation would record it.
        if wasIdle, !isIdle { hush() }
        wasIdle = isIdle
        let announcement = script.announcement(of: runner.display, listeningFor: phrase) {
            runner.typed
        }
        say(announcement)
        guard isReadingWanted, announcement != nil, isIdle || runner.display.state == .recording
        else { return }
        isReadingWanted = false
        read(runner)
    }

    /// Follows the level of a period while recording.
    func hear(_ level: AudioLevel) { say(script.announcement(of: level, at: .now)) }

    /// The user asked to hear a text.
    func readBack(_ text: String, language: String?) {
        script.readBack(text, language: language)
        isReadingWanted = true
    }

    /// Whether a text is being said that the user asked to hear.
    var isReading: Bool { reading != nil }

    /// Any key of the user's ends it, where the window's system shows keys; everywhere the one that
    /// cancels.
    private func read(_ runner: DictationRunner) {
        reading?.cancel()
        reading = EventLoop.task { [self] in
            await runner.watchNextInput { [weak self] in self?.hush() }
            await announcer.untilSilent()
            guard !Task.isCancelled else { return }
            reading = nil
            onReading()
        }
        onReading()
    }

    /// Stops the text that the user asked to hear. Returns whether there was one.
    @discardableResult
    func hush() -> Bool {
        guard isReading else { return false }
        announcer.hush()
        return true
    }

    private func say(_ announcement: Announcement?) {
        if let announcement { announcer.say(announcement) }
    }
}

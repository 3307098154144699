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
        say(script.announcement(of: runner.display, listeningFor: phrase) { runner.typed })
    }

    /// Follows the level of a period while recording.
    func hear(_ level: AudioLevel) { say(script.announcement(of: level, at: .now)) }

    /// The user asked to hear a text.
    func readBack(_ text: String, language: String?) {
        script.readBack(text, language: language)
    }

    private func say(_ announcement: Announcement?) {
        if let announcement { announcer.say(announcement) }
    }
}

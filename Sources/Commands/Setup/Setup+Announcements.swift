import Assembly
import DesktopBus
import Dictation
import Doctor
import LinuxRuntime
import Problems
import Settings

extension Setup {
    /// Proposes announcements to who uses a screen reader. Returns whether nothing is missing.
    func offerAnnouncements() async throws -> Bool {
        let settings = try file.load()
        let hasScreenReader = await ScreenReader.isRunning(
            on: SessionBus(environment: BusEnvironment.current))
        var say = settings.announce.say
        if say == .off {
            if hasScreenReader {
                talk.say(
                    "A screen reader runs; it need not read what utter types. utter can say when "
                        + "it listens, what it has typed, and what went wrong.")
            } else if talk.isSpoken {
                talk.say("utter can say when it listens, what it has typed, and what went wrong.")
            } else {
                talk.say(
                    "Nothing is said aloud. “utter config set announce.say states” lets utter say "
                        + "when it listens, when the text is there, and what went wrong.")
                return true
            }
            guard !talk.assumesYes, try await talk.isAgreed("Say that aloud?"),
                let path = file.path ?? Settings.defaultPath()
            else { return true }
            do throws(Problem) {
                try SettingsWriting(path: path).set(
                    .announcements, to: AnnouncedDetail.words.rawValue)
                say = .words
            } catch {
                talk.say(error)
                return false
            }
        }
        if let problem = Registry.announcerAvailability().problem {
            talk.say(problem)
            return false
        }
        talk.say("✓ Said aloud: \(say.rawValue).")
        return true
    }
}

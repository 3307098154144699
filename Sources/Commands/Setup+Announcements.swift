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
            guard hasScreenReader else {
                talk.say(
                    "Nothing is said aloud. utter config set announce.say states says when utter"
                        + " listens, when\nthe text is there and what went wrong.")
                return true
            }
            talk.say("A screen reader runs. utter can say when it listens, when the text is there"
                + "\nand what went wrong; the text itself your screen reader reads.")
            guard !talk.assumesYes, try await talk.isAgreed("Say that aloud?"),
                let path = file.path ?? Settings.defaultPath()
            else { return true }
            do throws(Problem) {
                try SettingsWriting(path: path).set(
                    .announcements, to: AnnouncedDetail.states.rawValue)
                say = .states
            } catch {
                complain(error)
                return false
            }
        }
        if let problem = Registry.announcerAvailability().problem {
            complain(problem)
            return false
        }
        talk.say("✓ Said aloud: \(say.rawValue).")
        return true
    }
}

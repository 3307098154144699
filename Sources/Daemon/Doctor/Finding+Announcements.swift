import Assembly
import DesktopBus
import Dictation
import LinuxRuntime
import Problems
import Settings

extension Finding {
    /// The announcements, and whether they can be spoken; a running screen reader suggests them.
    @EventLoopActor
    static func announcements(_ settings: Settings) async -> Finding {
        let subject = "announcements"
        let say = settings.announce.say
        guard say != .off else {
            let bus = SessionBus(environment: BusEnvironment.current)
            guard await ScreenReader.isRunning(on: bus) else {
                return Finding(subject, .unchecked, "nothing is said aloud")
            }
            return Finding(
                subject, .unchecked, "a screen reader runs, and utter says nothing aloud",
                remedy: "utter setup announcements has utter say when it listens, what it typed"
                    + " and what went wrong.")
        }
        if let problem = Registry.announcerAvailability().problem {
            return Finding(subject, .warning, problem)
        }
        return Finding(subject, .good, "\(say.rawValue), through speech-dispatcher")
    }
}

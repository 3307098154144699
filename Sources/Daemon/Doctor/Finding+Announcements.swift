import Assembly
import DesktopBus
import Dictation
import LinuxRuntime
import Problems
import Settings

extension Finding {
    /// What is said aloud, and whether it can be; what a screen reader that runs suggests.
    @EventLoopActor
    static func announcements(_ settings: Settings) async -> Finding {
        let subject = "announcements"
        let hasScreenReader = await ScreenReader.isRunning(
            on: SessionBus(environment: BusEnvironment.current))
        let say = settings.announce.say
        guard say != .off else {
            guard hasScreenReader else {
                return Finding(subject, .unchecked, "nothing is said aloud")
            }
            return Finding(
                subject, .unchecked, "a screen reader runs, and utter says nothing aloud",
                remedy: "utter setup announcements has utter say when it listens, when the text is"
                    + " there and what went wrong.")
        }
        if let problem = Registry.announcerAvailability().problem {
            return Finding(subject, .warning, problem)
        }
        // The screen reader says what appears in the text field.
        if hasScreenReader, say == .words {
            return Finding(
                subject, .unchecked, "a screen reader runs: typed text may be said twice",
                remedy: "utter config set announce.say states leaves the text to that.")
        }
        return Finding(subject, .good, "\(say.rawValue), through speech-dispatcher")
    }
}

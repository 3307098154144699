import Assembly
import ControlProtocol
import LinuxRuntime
import Problems
import Settings

extension Finding {
    /// Whether the phrase of `[wake]` is, or can be, listened for; none without one.
    @EventLoopActor
    static func wake(_ settings: Settings) async -> [Finding] {
        guard let phrase = settings.wake.phrase else { return [] }
        let subject = "wake phrase"
        if let problem = Registry.wakeProblem(settings) {
            return [Finding(subject, .failure, problem)]
        }
        if let problem = await StatusReport.ofRunningDaemon()?.wake?.problem {
            return [Finding(subject, .failure, problem)]
        }
        return [Finding(subject, .good, "“\(phrase)” begins a dictation, “go to sleep” ends it")]
    }
}

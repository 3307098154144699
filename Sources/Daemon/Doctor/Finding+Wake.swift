import Assembly
import ControlProtocol
import LinuxRuntime
import Problems
import Settings

extension [Finding] {
    /// Whether the phrase of `[wake]` is, or can be, listened for; none without one.
    ///
    /// - Parameter daemon: nil if none runs.
    @EventLoopActor
    static func wake(_ settings: Settings, _ daemon: StatusReport?) -> [Finding] {
        guard let phrase = settings.wake.phrase else { return [] }
        let subject = "wake phrase"
        if let problem = Registry.wakeProblem(settings) {
            return [Finding(subject, .failure, problem)]
        }
        if let problem = daemon?.wake?.problem {
            return [Finding(subject, .failure, problem)]
        }
        return [Finding(subject, .good, "“\(phrase)” begins a dictation, “go to sleep” ends it")]
    }
}

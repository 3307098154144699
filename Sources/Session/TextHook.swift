import ExternalProgram
import LinuxRuntime
public import Problems

/// A program of the user's that gets each text before it is typed: on its standard input, never as
/// an argument. It is killed with its children at the time limit.
public struct TextHook: Sendable {
    private let program: ExternalProgram
    private let limit: Duration
    /// Whether its output is typed instead of the text. Otherwise nothing waits for it.
    let answers: Bool

    /// - Parameter arguments: the program, looked up in PATH, and its arguments; at least one.
    public init(arguments: [String], limit: Duration, answers: Bool) {
        program = ExternalProgram(
            role: "the hook", setting: "[output] hook", limitSetting: "[output] hook_time_limit",
            name: arguments[0], arguments: { _ in arguments })
        (self.limit, self.answers) = (limit, answers)
    }

    /// Whether the program exists and may be executed.
    public var availability: Availability { program.availability }

    /// The program's output for a text, unchanged: untrusted; or why there is none. Nil if the task
    /// was cancelled: the program is killed then.
    @EventLoopActor
    func output(for text: String) async -> Result<String, Problem>? {
        let end = OneShot<Result<String, Problem>>()
        do throws(Problem) {
            let run = try FilterRun(program, Array("\(text)\n".utf8), within: limit) {
                end.give($0)
            }
            defer { run.stop() }
            return try? await end.get()
        } catch {
            return .failure(error)
        }
    }
}

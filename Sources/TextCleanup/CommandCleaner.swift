public import DictationParts
import ExternalProgram
public import Problems

/// Cleans up text with a program of the user's, which gets it on standard input and prints the
/// corrected text. It is killed with its children at the time limit.
public final class CommandCleaner: TextCleaner {
    public let name = "command"
    private let program: ExternalProgram
    private let limit: Duration
    private var run: FilterRun?

    /// - Parameter arguments: the program, looked up in PATH, and its arguments.
    /// - Throws: a problem if there is no program.
    public init(arguments: [String], limit: Duration) throws(Problem) {
        guard let name = arguments.first, !name.isEmpty else {
            throw Problem(
                "no command is set", why: "the engine “command” is a program of yours",
                remedy: "Name it: command = [\"correct\", \"--quietly\"].")
        }
        program = ExternalProgram(
            role: "the clean-up program", setting: "[text.cleanup] command",
            limitSetting: "[text.cleanup] time_limit", name: name, arguments: { _ in arguments })
        self.limit = limit
    }

    public func availability() -> Availability { program.availability }

    public func clean(_ text: String, _ done: @escaping (Result<String, Problem>) -> Void) {
        do throws(Problem) {
            run = try FilterRun(program, Array("\(text)\n".utf8), within: limit) {
                [unowned self] result in
                run = nil
                done(result.map(Self.withoutLastLineFeed))
            }
        } catch {
            done(.failure(error))
        }
    }

    /// Programs end their output with a line feed, which a shell's `$(…)` removes, too.
    private static func withoutLastLineFeed(_ text: String) -> String {
        text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    public func cancel() {
        run?.stop()
        run = nil
    }

    public func close() { cancel() }
}

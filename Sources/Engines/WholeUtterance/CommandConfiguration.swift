public import Dictation
import ExternalProgram
public import Problems
public import SystemPackage

/// The program that recognises, and its arguments.
public struct CommandConfiguration: Hashable, Sendable {
    /// The program, looked up in PATH, and its arguments. `{file}` in an argument stands for the
    /// path of the sound, `{language}` for the language. If no argument has `{file}`, the sound
    /// goes to the program's standard input.
    public let arguments: [String]
    /// A BCP 47 tag; `auto` is used if there is none.
    public let language: String?
    public let limit: RecognitionLimit
    /// The weights of the network that detects speech; nil: loudness does.
    public var voice: FilePath?

    /// - Throws: a problem if there is no program, or no argument has `{language}`.
    public init(
        arguments: [String], language: String? = nil, limit: RecognitionLimit
    ) throws(Problem) {
        guard let program = arguments.first, !program.isEmpty else {
            throw Problem(
                "no command is set", why: "the engine “command” is a program of yours",
                remedy: "Name it: command = [\"whisper-cli\", \"-nt\", \"-f\", \"{file}\"].")
        }
        self.arguments = arguments
        self.language = language
        self.limit = limit
    }

    var program: ExternalProgram {
        let wantsFile = arguments.contains { $0.contains("{file}") }
        return ExternalProgram(
            role: "the engine", setting: "[recognizer.command] command",
            limitSetting: "[recognizer] time_limit", name: arguments[0],
            // The suffix by which programs recognise the format.
            fileSuffix: wantsFile ? ".wav" : nil,
            arguments: { [arguments, language] file in
                arguments.map {
                    let argument = $0.replacing("{language}", with: language ?? "auto")
                    // Last: the path is not a template.
                    return file.map { argument.replacing("{file}", with: $0) } ?? argument
                }
            })
    }
}

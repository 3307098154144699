public import Dictation
import Glibc
import LinuxRuntime

/// Which program recognises, and how it is called.
public struct CommandConfiguration: Hashable, Sendable {
    /// The program, looked up in PATH, and its arguments. `{file}` in an argument stands for the
    /// path of the sound, `{language}` for the language. Where no argument has `{file}`, the
    /// sound is the program's standard input.
    public let arguments: [String]
    /// A BCP 47 tag; `auto` stands in its place where there is none.
    public let language: String?
    public let limit: RecognitionLimit

    /// - Throws: a problem if there is no program, or `{language}` has no place.
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

    var program: String { arguments[0] }

    var wantsFile: Bool { arguments.contains { $0.contains("{file}") } }

    /// The arguments of one run.
    func arguments(file: String?) -> [String] {
        arguments.map {
            let argument = $0.replacing("{language}", with: language ?? "auto")
            // Last: a path is no template.
            return file.map { argument.replacing("{file}", with: $0) } ?? argument
        }
    }

    /// Whether the program is there and may be run.
    var availability: Availability {
        if program.contains("/") {
            return access(program, X_OK) == 0
                ? .available : .unavailable(.missing(program, why: "\(SystemError.last("").errno)"))
        }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let isThere = path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
        return isThere ? .available : .unavailable(.missing(program, why: "it is not in PATH"))
    }
}

extension Problem {
    static func missing(_ program: String, why: String) -> Problem {
        Problem(
            "cannot run the recogniser “\(program)”", why: why,
            remedy: "Install it, or correct [recognizer] command.")
    }
}

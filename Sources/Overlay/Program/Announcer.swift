import Glibc
public import LinuxRuntime
import SystemPackage

/// Speaks what the overlay shows through speech-dispatcher, by its program spd-say(1): unlike the
/// library, it starts the user's speech server when needed. The words go to its standard input:
/// arguments can be read by everybody on the machine. Never waits.
@EventLoopActor
public final class Announcer {
    private let program: String
    private var last: String?
    private var speaker: ChildProcess?
    private var hasFailed = false

    /// - Parameter program: spd-say, or its replacement in tests.
    public init(program: String = "spd-say") {
        self.program = program
    }

    /// Speaks `words` unless they were spoken last; nil ends the speech.
    public func say(_ words: String?) {
        guard words != last else { return }
        last = words
        guard let words, !hasFailed else { return }
        do throws(SystemError) {
            let input = try OwnedDescriptor.memory(Array((Self.line(words) + "\n").utf8))
            let silence = OwnedDescriptor(
                adopting: try check(open("/dev/null", O_RDWR | O_CLOEXEC), "open /dev/null"))
            // “Important” stops what is still being spoken. spd-say also prints its input.
            speaker = try ChildProcess(
                [
                    program, "--application-name", "utter", "--priority", "important",
                    "--pipe-mode",
                ], descriptors: [input.descriptor, silence.descriptor, nil]
            ) { [weak self] status in
                if status == .exited(127) || status == .exited(126) { self?.fail("\(status)") }
            }
        } catch {
            fail("\(error)")
        }
    }

    /// The words as one line of spd-say's input. A line that begins with “!-!” would be a command
    /// of its protocol (spd-say.c), and a line longer than its buffer would be read as two.
    private static func line(_ words: String) -> String {
        let line = words.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(500)
        return line.hasPrefix("!") ? " \(line)" : String(line)
    }

    private func fail(_ why: String) {
        hasFailed = true
        Log.warning(
            "cannot announce anything: \(why). Install speech-dispatcher's program spd-say, or"
                + " set [overlay] announce = false")
    }
}

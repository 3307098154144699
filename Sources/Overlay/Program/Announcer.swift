import Glibc
public import LinuxRuntime
import SystemPackage

/// Says what the overlay shows through speech-dispatcher, by its program spd-say(1): it starts
/// the person's own server if need be, which its library alone doesn't. The words go to its standard
/// input: its arguments everybody on the machine may read. It waits for nothing.
@EventLoopActor
public final class Announcer {
    private let program: String
    private var last: String?
    private var speaker: ChildProcess?
    private var hasFailed = false

    /// - Parameter program: spd-say, or what stands for it.
    public init(program: String = "spd-say") {
        self.program = program
    }

    /// Says something unless it was said last; nil for the end of all that is to be said.
    public func say(_ words: String?) {
        guard words != last else { return }
        last = words
        guard let words, !hasFailed else { return }
        do throws(SystemError) {
            let input = try OwnedDescriptor.memory(Array((Self.line(words) + "\n").utf8))
            let silence = OwnedDescriptor(
                adopting: try check(open("/dev/null", O_RDWR | O_CLOEXEC), "open /dev/null"))
            // “Important” ends what is being said of the state before. What it reads it prints, too.
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

    /// What it reads as one line of words. A line that begins with “!-!” would be a command of the
    /// server's protocol (spd-say.c), one that is longer than its buffer would be two.
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

import LinuxRuntime
import SystemPackage

/// Says what the overlay shows through speech-dispatcher, by its program spd-say(1): it starts
/// the person's own server if need be, which its library alone doesn't. It lives on the event
/// loop's thread, and waits for nothing.
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
            // “Important” ends what is being said of the state before.
            speaker = try ChildProcess([
                program, "--application-name", "utter", "--priority", "important", "--", words,
            ]) { [weak self] status in
                if status == .exited(127) || status == .exited(126) { self?.fail("\(status)") }
            }
        } catch {
            fail("\(error)")
        }
    }

    private func fail(_ why: String) {
        hasFailed = true
        Log.warning(
            "cannot announce anything: \(why). Install speech-dispatcher's program spd-say, or"
                + " set [overlay] announce = false")
    }
}

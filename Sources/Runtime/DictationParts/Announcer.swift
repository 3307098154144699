public import Dictation
public import LinuxRuntime

/// Says things aloud.
@EventLoopActor
public protocol Announcer: AnyObject {
    /// Whether a microphone may still record what is said.
    var isSounding: Bool { get }

    /// Says it, in the place of what is being said or waits, and returns at once.
    func say(_ announcement: Announcement)

    /// Stops what is being said, and forgets what waits.
    func hush()

    /// Returns when no microphone records any more of what was said, or the task is cancelled.
    func untilSilent() async

    /// Stops what is being said. It says nothing again after that.
    func close()
}

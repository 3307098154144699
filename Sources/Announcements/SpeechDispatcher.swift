public import Dictation
public import DictationParts
import Glibc
import LinuxRuntime
public import Problems
import SystemPackage

/// Speaks through the user's speech-dispatcher, which is started if it is installed and doesn't run.
/// It is connected with the first announcement, and again with the next one after it has ended.
public final class SpeechDispatcher: Announcer {
    private let path: String?
    private let program: String
    private let client: String
    private let onFailure: (Problem) -> Void
    private var connection: SSIPConnection?
    private var starting: (program: ChildProcess, limit: EventSource)? {
        didSet { silence.wake() }
    }
    /// The announcement to speak as soon as the server runs.
    private var waiting: Announcement?
    /// How many announcements were sent, and the server's number of the last one.
    private var last: (count: Int, message: String?) = (0, nil)
    /// How long it may last.
    private var limit = longestSound
    /// Fires when what is said counts as silent.
    private var sounding: EventSource? {
        didSet { silence.wake() }
    }
    /// The callers that wait for silence.
    private let silence = Waiters()
    /// Whether the last attempt failed: it is reported once, and no sound is expected of the next.
    private var hasFailed = false
    private var isClosed = false

    /// So long after it was sent an announcement may be silent before it counts as unheard: what the
    /// microphone records then is speech.
    private static let longestDelay = Duration.milliseconds(1500)
    /// After this time and the time for its characters, a sentence counts as stuck.
    private static let longestSound = Duration.seconds(10)
    /// Of a slow voice.
    private static let longestCharacter = Duration.milliseconds(150)
    /// How long after its end a sound may still be in the recording: the sound server's delay
    /// between speaker and microphone, and the room's echo.
    private static let echoTime = Duration.milliseconds(100)
    /// How long speech-dispatcher may take to start.
    private static let startTime = Duration.seconds(5)
    /// The program's own language.
    private static let language = "en"

    /// - Parameters:
    ///   - path: the path of the server's socket; nil if there can be none.
    ///   - program: speech-dispatcher.
    ///   - user: the user's name, which the server shows.
    ///   - onFailure: called with why nothing can be said, once until it can be said again.
    public init(
        path: String?, program: String = "speech-dispatcher", user: String,
        onFailure: @escaping (Problem) -> Void
    ) {
        (self.path, self.program, self.onFailure) = (path, program, onFailure)
        client = "\(SSIPMessage.name(user)):utter:announcements"
    }

    /// Whether a server is there, or could be started. Cheap; connects to nothing.
    public static func availability(environment: (String) -> String?) -> Availability {
        guard let path = SpeechServerAddress.path(environment) else {
            return .unavailable(problem("there is no XDG_RUNTIME_DIR"))
        }
        let isThere = access(path, F_OK) == 0 || SearchPath.contains("speech-dispatcher")
        return isThere ? .available : .unavailable(problem("it isn’t installed"))
    }

    public var isSounding: Bool { sounding != nil }

    public func say(_ announcement: Announcement) {
        guard !isClosed else { return }
        guard let path else { return fail("there is no XDG_RUNTIME_DIR") }
        waiting = announcement
        guard starting == nil else { return }
        if connection == nil {
            do throws(SystemError) {
                try connect(path)
            } catch
                where error.errno == .noSuchFileOrDirectory || error.errno == .connectionRefused
            {
                return start()
            } catch {
                let isBusy = error.errno == .resourceTemporarilyUnavailable
                return fail(
                    isBusy
                        ? "it hangs: its queue of connections is full"
                        : "\(error)")
            }
        }
        speak()
    }

    public func hush() {
        waiting = nil
        connection?.send("CANCEL SELF")
    }

    public func untilSilent() async {
        await silence.until { sounding == nil && starting == nil }
    }

    public func close() {
        isClosed = true
        connection?.close()
        (connection, starting, waiting, sounding) = (nil, nil, nil, nil)
    }

    // MARK: The server

    private func connect(_ path: String) throws(SystemError) {
        let connection = try SSIPConnection(to: path) { [weak self] in
            self?.hear($1, of: $0)
        } onEnd: { [weak self] why in
            self?.connection = nil
            self?.fail(why)
        }
        self.connection = connection
        last = (last.count, nil)
        connection.send("SET SELF CLIENT_NAME \(client)")
        connection.send("SET SELF NOTIFICATION ALL on")
        // The name of a mark is no news: it was dictated.
        connection.send("SET SELF PUNCTUATION none")
    }

    /// Starts the server as its own library does; it goes to the background when it listens, and
    /// stays there for the user's other programs.
    private func start() {
        do throws(SystemError) {
            let silence = OwnedDescriptor(
                adopting: try check(open("/dev/null", O_RDWR | O_CLOEXEC), "open /dev/null"))
            let null = silence.descriptor
            let child = try ChildProcess(
                ServiceUnit.surviving([program, "--spawn"]), descriptors: [null, null, null]
            ) { [weak self] in self?.started($0) }
            let limit = EventLoop.shared.timer(after: Self.startTime) { [weak self] in
                self?.starting = nil
                self?.fail("it doesn’t start within \(Self.startTime.seconds) s")
            }
            starting = (child, limit)
        } catch {
            fail(error.errno == .noSuchFileOrDirectory ? "it isn’t installed" : "\(error)")
        }
    }

    private func started(_ status: ExitStatus) {
        guard starting != nil, let path else { return }
        starting = nil
        do throws(SystemError) {
            try connect(path)
        } catch {
            return fail(
                status == .exited(0)
                    ? "it was started and doesn’t listen: \(error)"
                    : "it doesn’t start: \(status)")
        }
        speak()
    }

    /// The same socket is tried again with the next announcement.
    private func fail(_ why: String) {
        (sounding, waiting) = (nil, nil)
        guard !hasFailed, !isClosed else { return }
        hasFailed = true
        onFailure(Self.problem(why))
    }

    private static func problem(_ why: String) -> Problem {
        Problem(
            "nothing can be said aloud", why: "speech-dispatcher: \(why)",
            remedy: "Install speech-dispatcher and try spd-say hello, or switch it off:"
                + " utter config set announce.say off")
    }

    // MARK: Speaking

    private func speak() {
        guard let connection, let announcement = waiting else { return }
        waiting = nil
        // What it says of an earlier state is no news any more.
        connection.send("CANCEL SELF")
        let priority = announcement.urgency == .urgent ? "important" : "message"
        connection.send("SET SELF PRIORITY \(priority)")
        let language = announcement.language.flatMap(SSIPMessage.language) ?? Self.language
        connection.send("SET SELF LANGUAGE \(language)")
        last = (last.count + 1, nil)
        limit = Self.longestSound + Self.longestCharacter * announcement.text.count
        let count = last.count
        // A server that failed may be silent again: nobody's words are lost for it.
        if !hasFailed { sound(for: Self.longestDelay) }
        connection.speak(SSIPMessage.data(announcement.text)) { [weak self] message in
            guard let self, last.count == count else { return }
            guard let message else { return fail("it doesn’t take the text") }
            last.message = message
            hasFailed = false
        }
    }

    private func hear(_ event: SSIPReply.Event, of message: String) {
        // What was said before it was cancelled just now.
        guard message == last.message, waiting == nil else { return }
        switch event {
        case .begin: sound(for: limit)
        case .end, .cancel: sound(for: Self.echoTime)
        }
    }

    private func sound(for time: Duration) {
        if let sounding { return sounding.rearm(after: time) }
        sounding = EventLoop.shared.timer(after: time) { [weak self] in self?.sounding = nil }
    }
}

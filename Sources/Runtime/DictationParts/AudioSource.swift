public import Dictation
public import LinuxRuntime
public import MonotonicTime
public import Problems

/// A microphone, or a substitute for one.
///
/// The order of calls is `start`, `stop`, `start`, …
@EventLoopActor
public protocol AudioSource: AnyObject {
    /// The name in the configuration.
    var name: String { get }

    /// The state of the device between dictations. Also `closed` if it should stay open but failed
    /// to open.
    var idleMode: AudioIdleMode { get }

    /// When the device captured the first sample of the last dictation; nil before that.
    var capturingSince: Instant? { get }

    /// Whether nobody waits for the sound: it may come in pieces of a tenth of a second, which costs
    /// less. May change at any time.
    var isPatient: Bool { get set }

    /// While it captures: whether two channels that cancel each other were heard last, of which one
    /// is taken alone.
    var hasOppositeChannels: Bool { get }

    /// Whether the device is present. Cheap; doesn't open it.
    func availability() -> Availability

    /// Begins the idle mode before the first `start`, unless the device is to be closed then.
    /// Returns at once. On failure, `start` tries again and reports it.
    func prepare()

    /// Begins capture and returns at once. Opening takes as long as the device needs; then
    /// `deliver` gets `started` or `failed`.
    func start(_ deliver: @escaping (AudioEvent) -> Void)

    /// Ends capture. Everything captured so far is delivered before this returns, and nothing
    /// afterwards.
    func stop()
}

extension AudioSource {
    /// False: most sources have nothing to save.
    public var isPatient: Bool {
        get { false }
        set {}
    }

    public var hasOppositeChannels: Bool { false }
}

public import Dictation
public import LinuxRuntime

/// A microphone, or what stands for one.
///
/// The order of calls is `start`, `stop`, `start`, …
@EventLoopActor
public protocol AudioSource: AnyObject {
    /// The name by which the configuration knows it.
    var name: String { get }

    /// What it does between dictations. `closed` also where it should be open and the device
    /// can't be opened now.
    var rest: AudioRest { get }

    /// When the device captured the first sample of the last dictation; nil until it did.
    var capturingSince: Instant? { get }

    /// Whether the device is there. Cheap; doesn't open it.
    func availability() -> Availability

    /// Begins its rest before the first `start`, if it isn't to be closed meanwhile. Returns at
    /// once. What fails is tried again, and told, at the `start`.
    func prepare()

    /// Begins capture and returns at once. Opening may take as long as the device needs;
    /// `deliver` then gets `started` or `failed`.
    func start(_ deliver: @escaping (AudioEvent) -> Void)

    /// Ends capture. What was captured up to this moment is delivered before it returns, and
    /// nothing after.
    func stop()
}

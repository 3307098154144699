internal import Glibc
public import Testing

extension Trait where Self == ConditionTrait {
    /// Runs the test only in the guest of Tests/System, which has /dev/uinput, evdev and sound
    /// devices. The names of such suites begin with `Guest`, by which the Makefile decides where
    /// they run.
    public static var inGuest: Self {
        .enabled(if: getenv("UTTER_GUEST") != nil, "runs in the guest: make test")
    }
}

/// A hotkey's action and gesture.
public struct HotkeyBinding: Hashable, Sendable {
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Each press starts or stops.
        case toggle
        /// Dictation lasts while the key is held.
        case hold
        /// A tap starts or stops; holding dictates while the key is held.
        case auto
        /// Two taps start, one stops.
        case double
        /// A tap starts a dictation that stays on, or stops it.
        case continuous
        /// For one switch: a tap starts or stops, a long press cancels.
        case oneSwitch = "switch"
    }

    public var action = HotkeyAction.dictate
    /// Of a hotkey that starts dictations.
    public var mode = Mode.toggle
    /// Whether the chord ends in a modifier, which counts as tapped only if no other key was
    /// pressed in between; that is known at its release.
    public var endsInModifier = false
    /// In the modes `auto` and `switch`, a press shorter than this is a tap.
    public var tapLimit: Duration = .milliseconds(300)
    /// In mode `double`, the longest time from one tap's press to the next.
    public var doubleTapLimit: Duration = .milliseconds(350)
    /// The overrides for dictations started by this hotkey.
    public var choice = DictationOverrides.automatic
    /// For the action `language`: the languages to choose from, as BCP 47 tags.
    public var languages: [String] = []

    public init() {}
}

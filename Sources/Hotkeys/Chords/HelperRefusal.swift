/// Why the helper does not do what its caller asks. It then ends.
public enum HelperRefusal: UInt8, Error, CaseIterable, Sendable {
    /// The first bytes are not the protocol's.
    case notTheProtocol = 1
    /// No binding at all.
    case noBindings
    /// More than ``HelperRequest/maximumBindings``.
    case tooManyBindings
    /// A key code that no key has, or that is a modifier and one of its own modifiers.
    case notAKey
    /// Modifiers that the protocol does not have.
    case notModifiers
    /// The same chord twice.
    case duplicate
    /// A key that writes text, without Ctrl, Alt or Super.
    case revealing
    /// A key that writes text, with no other of these modifiers than an Alt key that may be the
    /// right one: AltGr writes text too.
    case revealingWithAltGr
    /// After the bindings: something else than a change of which are live.
    case notACommand
}

/// Why the helper watches no device at present.
public enum HelperObstacle: UInt8, CaseIterable, Sendable {
    /// Devices with the keys exist and may not be opened: the helper is not installed setgid
    /// `input`, or lies on a file system that is mounted `nosuid`.
    case forbidden = 1
    /// No device that has a key of the bindings is connected.
    case noDevice
    /// systemd-logind says that another user, or nobody, is active at this seat.
    case inactive
    /// Devices can't be opened for another reason.
    case failed
}

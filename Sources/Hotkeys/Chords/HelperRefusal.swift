/// Why the helper refuses its caller's request. It ends afterwards.
public enum HelperRefusal: UInt8, Error, CaseIterable, Sendable {
    /// The first bytes are not the protocol's.
    case notTheProtocol = 1
    /// No binding at all.
    case noBindings
    /// More than ``HelperRequest/maximumBindings``.
    case tooManyBindings
    /// A key code that no key has, or a modifier that is also among its own modifiers.
    case notAKey
    /// Modifiers that the protocol does not have.
    case notModifiers
    /// The same chord twice.
    case duplicate
    /// A key that writes text, without Ctrl, Alt or Super.
    case revealing
    /// A key that writes text, and its only modifier of that kind is an Alt key of either side: the
    /// right one is AltGr, which writes text too.
    case revealingWithAltGr
    /// After the bindings: a message that doesn't switch bindings on or off.
    case notACommand
}

/// Why the helper watches no device now.
public enum HelperObstacle: UInt8, CaseIterable, Sendable {
    /// Devices with the keys exist, but can't be opened: the helper is not installed setgid
    /// `input`, or its file system is mounted `nosuid`.
    case forbidden = 1
    /// No connected device has a key of the bindings.
    case noDevice
    /// systemd-logind says that another user, or nobody, is active at this seat.
    case inactive
    /// Devices can't be opened for another reason.
    case failed
}

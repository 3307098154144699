import DesktopParts
public import KeyStrokes

/// The settings of ``UinputSink``.
public struct UinputSettings: Sendable {
    /// The layout that the session applies to our keyboard; nil to ask the session.
    public var layout: LayoutNames?
    /// Nil for the desktop's default.
    public var keyHold: Duration?
    /// How long to wait for the session to open the keyboard.
    public var readiness = Duration.seconds(5)
    /// How long to wait for the user to release modifiers.
    public var timeout = Duration.seconds(2)

    public init() {}

    /// - Parameter suitable: the pace that the desktop needs.
    func pace(_ suitable: TypingPace) -> TypingPace {
        guard let keyHold else { return suitable }
        if keyHold > .zero {
            return TypingPace(keyHold: keyHold, interval: keyHold + .milliseconds(2))
        }
        return suitable.keyHold == .zero ? suitable : .measured
    }

    /// For messages.
    var layoutName: String { layout.map { "the layout \($0.setting)" } ?? "the active layout" }
}

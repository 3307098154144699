/// A modifier key; keyboards have one on each side of the space bar.
public enum HotkeyModifier: String, Hashable, Sendable, CaseIterable {
    case ctrl, shift, alt, `super`

    /// Which of the two keys.
    public enum Side: Hashable, Sendable {
        case either, left, right
    }

    /// The code of the left key (linux/input-event-codes.h).
    public var leftKey: UInt16 {
        switch self {
        case .ctrl: 29
        case .shift: 42
        case .alt: 56
        case .super: 125
        }
    }

    /// The code of the right key.
    public var rightKey: UInt16 {
        switch self {
        case .ctrl: 97
        case .shift: 54
        case .alt: 100
        case .super: 126
        }
    }

    /// The keys of this modifier.
    public func keys(_ side: Side) -> [UInt16] {
        switch side {
        case .either: [leftKey, rightKey]
        case .left: [leftKey]
        case .right: [rightKey]
        }
    }

    /// The modifier that a key is, and the key's side; nil if it is no modifier.
    public static func ofKey(_ key: UInt16) -> (modifier: HotkeyModifier, side: Side)? {
        for modifier in allCases {
            if modifier.leftKey == key { return (modifier, .left) }
            if modifier.rightKey == key { return (modifier, .right) }
        }
        return nil
    }

    /// All modifier keys of both sides.
    public static let allKeys = Set(allCases.flatMap { $0.keys(.either) })

    /// The name in the configuration: `Ctrl`, `LeftCtrl`, `RightCtrl`.
    func name(_ side: Side) -> String {
        let name = rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        return switch side {
        case .either: name
        case .left: "Left\(name)"
        case .right: "Right\(name)"
        }
    }
}

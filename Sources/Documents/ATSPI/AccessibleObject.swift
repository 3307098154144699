/// An object that a program reports on the accessibility bus: a window, a text field.
struct AccessibleObject: Hashable, Sendable {
    /// The program's name on the bus.
    let program: String
    let path: String
}

/// The states of an object (AtspiStateType in at-spi2-core's atspi-constants.h).
struct AccessibleStates: OptionSet, Sendable {
    let rawValue: UInt64

    /// A window that has the focus.
    static let active = AccessibleStates(rawValue: 1 << 1)
    static let editable = AccessibleStates(rawValue: 1 << 7)
    static let focused = AccessibleStates(rawValue: 1 << 12)
    static let multiLine = AccessibleStates(rawValue: 1 << 17)
    static let selected = AccessibleStates(rawValue: 1 << 23)
    static let singleLine = AccessibleStates(rawValue: 1 << 26)
    static let visible = AccessibleStates(rawValue: 1 << 30)
    /// It has so many children that they come and go: as the cells of a table.
    static let managesDescendants = AccessibleStates(rawValue: 1 << 31)
}

/// The role of an object (AtspiRole in the same file): only those that matter here.
enum AccessibleRole: Int, Sendable {
    case passwordText = 40
    case spinButton = 52
    case terminal = 60
    case entry = 79
}

/// The relation of another object to this one (AtspiRelationType there): only those that matter
/// here.
enum AccessibleRelation: Int, Sendable {
    /// The text goes on in it, or comes from it.
    case flowsTo = 10
    case flowsFrom
}

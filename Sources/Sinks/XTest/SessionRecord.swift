import CX11
import X11Connection

/// The changes that a typing session makes to the server, kept in a property of the root window so
/// that another process can undo them if the session's process is killed.
struct SessionRecord: Hashable {
    /// Locked modifiers that were unlocked, as a mask.
    var unlocked: UInt8
    /// The locked group, 0 to 3.
    var group: UInt8
    /// Whether keys that are held down were repeated.
    var repeatsKeys: Bool
    /// The former meanings of the private keymap's keys.
    var bindings: [UInt8: KeyBinding]

    static let property = "_UTTER_XTEST_SESSION"

    // MARK: As 32-bit numbers

    /// The first number: the version of the format.
    private static let version: UInt32 = 2

    var encoded: [UInt32] {
        var numbers = [Self.version, UInt32(unlocked), UInt32(group), repeatsKeys ? 1 : 0]
        for (key, binding) in bindings.sorted(by: { $0.key < $1.key }) {
            numbers += [
                UInt32(key), UInt32(binding.groupInfo), UInt32(binding.width),
                binding.types.reversed().reduce(0) { $0 << 8 | UInt32($1) },
                UInt32(binding.symbols.count),
            ]
            numbers += binding.symbols.map { UInt32(truncatingIfNeeded: $0) }
        }
        return numbers
    }

    /// Nil unless the numbers are exactly a record: any client may write to the root window.
    init?(decoding numbers: [UInt32]) {
        var rest = numbers[...]
        guard rest.popFirst() == Self.version, let mask = rest.popFirst(), mask <= 0xFF,
            let locked = rest.popFirst(), locked <= 3, let repeats = rest.popFirst(), repeats <= 1
        else { return nil }
        unlocked = UInt8(mask)
        group = UInt8(locked)
        repeatsKeys = repeats == 1
        bindings = [:]
        while let key = rest.popFirst() {
            guard rest.count >= 4, 8...255 ~= key else { return nil }
            let (info, width, types, count) = (
                rest.removeFirst(), rest.removeFirst(),
                rest.removeFirst(), Int(rest.removeFirst())
            )
            guard info <= 0xFF, info & 0x0F <= 4, width <= 0xFF, rest.count >= count,
                count == Int(info & 0x0F) * Int(width)
            else { return nil }
            bindings[UInt8(key)] = KeyBinding(
                groupInfo: UInt8(info),
                types: (0..<4).map { UInt8(truncatingIfNeeded: types >> (8 * $0)) },
                width: UInt8(width), symbols: rest.prefix(count).map { UInt($0) })
            rest = rest.dropFirst(count)
        }
    }

    init(unlocked: UInt8, group: UInt8, repeatsKeys: Bool, bindings: [UInt8: KeyBinding]) {
        self.unlocked = unlocked
        self.group = group
        self.repeatsKeys = repeatsKeys
        self.bindings = bindings
    }

    // MARK: In the server

    func write(_ connection: XConnection) {
        connection.setCardinals(Self.property, of: connection.root, to: encoded)
    }

    /// The property's numbers; nil if there is no property.
    static func read(_ connection: XConnection) -> [UInt32]? {
        connection.cardinals(property, of: connection.root)
    }

    static func delete(_ connection: XConnection) {
        XDeleteProperty(connection.display, connection.root, connection.atom(property))
    }
}

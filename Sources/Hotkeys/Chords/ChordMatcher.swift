public import MonotonicTime

/// An event of a chord; chords are given by their index in the list.
public enum ChordEvent: Hashable, Sendable {
    /// Its last key went down while its modifiers were held.
    case pressed(Int, at: Instant)
    /// Its last key went up, or the device with it vanished.
    case released(Int, at: Instant)
    /// Another key went down while the chord, whose last key is a modifier, was down: the user
    /// means a longer chord. `released` still follows.
    case spoiled(Int, at: Instant)
}

/// Recognises chords in the keys of several devices, which count as one keyboard.
///
/// A value that is given the key changes of all devices in the order of time, without autorepeat.
///
/// - A key that was down before the matcher existed counts as up until its next press.
/// - A key that is down on two devices is down once.
/// - The modifiers must match exactly: Shift+F9 does not press F9. Modifiers that hold another
///   chord don't count: Escape is Escape during push-to-talk with RightCtrl.
/// - If several chords match, the one with most modifiers is pressed.
public struct ChordMatcher: Sendable {
    public let chords: [HotkeyChord]
    private var isLive: [Bool]
    /// The chords that are down, with the modifiers that were held for them.
    private var down: [Int: Down] = [:]
    /// For each relevant key that is down, the devices on which it is down.
    private var holders: [UInt16: Set<Int>] = [:]

    private struct Down {
        let modifiers: Set<UInt16>
        var isSpoiled = false
    }

    /// The relevant keys: the last keys of the live chords, and all modifiers, since an additional
    /// modifier makes another chord. Other keys are relevant while `usesOtherKeys`.
    public private(set) var keys: Set<UInt16> = []

    /// The last keys of those live chords that another key can spoil.
    public private(set) var spoilableKeys: Set<UInt16> = []

    public init(chords: [HotkeyChord]) {
        self.chords = chords
        isLive = chords.map { _ in true }
        updateKeys()
    }

    private mutating func updateKeys() {
        keys = lastKeys.union(HotkeyModifier.allKeys)
        spoilableKeys = lastKeys.intersection(HotkeyModifier.allKeys)
    }

    /// The last keys of the live chords.
    public var lastKeys: Set<UInt16> {
        Set(chords.indices.filter { isLive[$0] }.map { chords[$0].key })
    }

    /// Whether a press of any other key would spoil a chord now.
    public var usesOtherKeys: Bool {
        down.contains { chords[$0.key].endsInModifier && !$0.value.isSpoiled }
    }

    /// Switches a chord on or off. A chord that is down when it is switched off yields no more
    /// events.
    public mutating func setLive(_ isLive: Bool, chord index: Int) {
        self.isLive[index] = isLive
        updateKeys()
        guard !isLive else { return }
        down[index] = nil
        // From now on its release may not be reported.
        let key = chords[index].key
        if !keys.contains(key) { holders[key] = nil }
    }

    /// Takes a key that went down or up.
    ///
    /// - Parameters:
    ///   - key: the code of any key; irrelevant ones can only spoil chords.
    ///   - device: the caller's number of the device.
    public mutating func handle(
        key: UInt16, isDown: Bool, device: Int, at: Instant
    ) -> [ChordEvent] {
        isDown ? press(key, device, at) : release(key, device, at)
    }

    /// Takes the loss of a device: all keys held on it are up.
    public mutating func lost(device: Int, at: Instant) -> [ChordEvent] {
        holders.filter { $0.value.contains(device) }.keys.sorted()
            .flatMap { release($0, device, at) }
    }

    /// The relevant keys that are held on a device, as far as is known.
    public func held(on device: Int) -> Set<UInt16> {
        Set(holders.filter { $0.value.contains(device) }.keys)
    }

    private mutating func press(_ key: UInt16, _ device: Int, _ at: Instant) -> [ChordEvent] {
        if keys.contains(key) {
            let wasUp = holders[key] == nil
            holders[key, default: []].insert(device)
            // The key is already down on another keyboard.
            guard wasUp else { return [] }
        }
        var events: [ChordEvent] = []
        for index in down.keys.sorted() where chords[index].endsInModifier {
            guard !down[index]!.isSpoiled else { continue }
            down[index]!.isSpoiled = true
            events.append(.spoiled(index, at: at))
        }
        if let index = match(key) {
            let modifiers = heldModifiers.subtracting([key])
            down[index] = Down(modifiers: modifiers)
            events.append(.pressed(index, at: at))
        }
        return events
    }

    private mutating func release(_ key: UInt16, _ device: Int, _ at: Instant) -> [ChordEvent] {
        guard holders[key]?.remove(device) != nil, holders[key]!.isEmpty else { return [] }
        holders[key] = nil
        let ended = down.keys.sorted().filter { chords[$0].key == key }
        for index in ended { down[index] = nil }
        return ended.map { .released($0, at: at) }
    }

    /// The chord that a press of this key would press now.
    private func match(_ key: UInt16) -> Int? {
        let held = heldModifiers.subtracting([key])
        let spare = down.reduce(into: Set<UInt16>()) {
            $0.formUnion($1.value.modifiers.union([chords[$1.key].key]))
        }
        let matching = chords.indices.filter { index in
            isLive[index] && chords[index].key == key && down[index] == nil
                && chords[index].isPressed(held: held, spare: spare)
        }
        return matching.max { chords[$0].modifiers.count < chords[$1].modifiers.count }
    }

    private var heldModifiers: Set<UInt16> {
        HotkeyModifier.allKeys.filter { holders[$0] != nil }
    }
}

public import Dictation

/// What became of a chord, by its place in the list.
public enum ChordEvent: Hashable, Sendable {
    /// Its last key went down while its modifiers were held.
    case pressed(Int, at: Instant)
    /// Its last key went up, or the device with it vanished.
    case released(Int, at: Instant)
    /// Another key went down while the chord, whose last key is a modifier, was down: the person
    /// means a longer chord. `released` follows nevertheless.
    case spoiled(Int, at: Instant)
}

/// Recognises chords in the keys of several devices, which count as one keyboard.
///
/// A value: it is told what the devices tell, in the order of time. Autorepeat is left out.
///
/// - A key that was down before the matcher knew counts as up until it is pressed anew.
/// - A key that is down on two devices is down once.
/// - The modifiers must be held exactly: Shift+F9 does not press F9. Modifiers that hold another
///   chord don't count: Escape is Escape while RightCtrl is being held to talk.
/// - Where several chords match, the one of most modifiers is pressed.
public struct ChordMatcher: Sendable {
    public let chords: [HotkeyChord]
    private var isLive: [Bool]
    /// The chords that are down, with the modifiers that were held for them.
    private var down: [Int: Down] = [:]
    /// The devices on which each key that matters is down.
    private var holders: [UInt16: Set<Int>] = [:]

    private struct Down {
        let modifiers: Set<UInt16>
        var isSpoiled = false
    }

    /// The keys that matter: the last keys of the live chords, and all modifiers, for one that
    /// is held too many makes another chord. Other keys matter while `heedsOtherKeys`.
    public private(set) var keys: Set<UInt16> = []

    /// The last keys of the live chords that another key may spoil.
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

    /// Whether any other key's press would spoil a chord now.
    public var heedsOtherKeys: Bool {
        down.contains { chords[$0.key].endsInModifier && !$0.value.isSpoiled }
    }

    /// Whether a chord can ever be spoiled.
    public var hasSpoilableChords: Bool { chords.contains(where: \.endsInModifier) }

    /// Switches a chord on or off. One that is down when it is switched off tells nothing more.
    public mutating func setLive(_ isLive: Bool, chord index: Int) {
        self.isLive[index] = isLive
        updateKeys()
        guard !isLive else { return }
        down[index] = nil
        // Its key may go up unseen from now on.
        let key = chords[index].key
        if !keys.contains(key) { holders[key] = nil }
    }

    /// Takes note of a key that went down or up.
    ///
    /// - Parameters:
    ///   - key: the code. Any key may be told; those that don't matter only spoil.
    ///   - device: a number of the caller's for the device.
    public mutating func handle(
        key: UInt16, isDown: Bool, device: Int, at: Instant
    ) -> [ChordEvent] {
        isDown ? press(key, device, at) : release(key, device, at)
    }

    /// Takes note that a device vanished: all keys held on it are up.
    public mutating func lost(device: Int, at: Instant) -> [ChordEvent] {
        holders.filter { $0.value.contains(device) }.keys.sorted()
            .flatMap { release($0, device, at) }
    }

    /// The keys that are held on a device as far as was told.
    public func held(on device: Int) -> Set<UInt16> {
        Set(holders.filter { $0.value.contains(device) }.keys)
    }

    private mutating func press(_ key: UInt16, _ device: Int, _ at: Instant) -> [ChordEvent] {
        if keys.contains(key) {
            let wasUp = holders[key] == nil
            holders[key, default: []].insert(device)
            // The same key of another keyboard.
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

    /// The chord that a key presses now.
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

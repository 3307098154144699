public import MonotonicTime

/// A ``ChordMatcher`` with a restriction for chords that would reveal text without their modifiers:
/// for these, only modifiers on the same keyboard as the last key count.
///
/// Otherwise a program that may make virtual keyboards could hold Ctrl on one of them and ask for
/// Ctrl+A, Ctrl+B, …: where each keyboard has its own modifiers (some Wayland compositors), the
/// user would type normally, and every letter would be reported. The other chords reveal nothing;
/// for these all devices count as one keyboard: Ctrl and a mouse button.
public struct DiscreetMatcher: Sendable {
    /// Matches with all devices as one keyboard.
    private var common: ChordMatcher
    /// Matches with each device by itself, by its number; made at its first event.
    private var alone: [Int: ChordMatcher] = [:]
    /// The matcher for a device without any events yet.
    private var fresh: ChordMatcher
    /// Whether a chord is matched on its keyboard by itself.
    private let isGuarded: [Bool]
    /// The devices on which each guarded chord is down.
    private var down: [Int: Set<Int>] = [:]

    public init(chords: [HotkeyChord]) {
        common = ChordMatcher(chords: chords)
        fresh = common
        isGuarded = chords.map(\.unprotected.isRevealing)
    }

    /// The relevant keys, see ``ChordMatcher/keys``.
    public var keys: Set<UInt16> { common.keys }

    /// The keys whose chords another key can spoil, see ``ChordMatcher/spoilableKeys``.
    public var spoilableKeys: Set<UInt16> { common.spoilableKeys }

    /// Whether a press of any other key matters now.
    public var usesOtherKeys: Bool { common.usesOtherKeys }

    /// Switches a chord on or off.
    public mutating func setLive(_ isLive: Bool, chord index: Int) {
        common.setLive(isLive, chord: index)
        fresh.setLive(isLive, chord: index)
        for device in alone.keys { alone[device]!.setLive(isLive, chord: index) }
        if !isLive { down[index] = nil }
    }

    /// Takes a key that went down or up.
    public mutating func handle(
        key: UInt16, isDown: Bool, device: Int, at: Instant
    ) -> [ChordEvent] {
        let events = common.handle(key: key, isDown: isDown, device: device, at: at)
        guard isGuarded.contains(true) else { return events }
        let own = alone[device, default: fresh]
            .handle(key: key, isDown: isDown, device: device, at: at)
        return events.filter { !isGuarded[$0.chord] } + guarded(own, device)
    }

    /// Takes the loss of a device: all keys held on it are up.
    public mutating func lost(device: Int, at: Instant) -> [ChordEvent] {
        let events = common.lost(device: device, at: at)
        var matcher = alone.removeValue(forKey: device)
        let own = matcher?.lost(device: device, at: at) ?? []
        return events.filter { !isGuarded[$0.chord] } + guarded(own, device)
    }

    /// Takes the loss of all devices. Yields no events.
    public mutating func loseAll() {
        common = fresh
        alone = [:]
        down = [:]
    }

    /// The events of guarded chords, which may be down on several devices.
    private mutating func guarded(_ events: [ChordEvent], _ device: Int) -> [ChordEvent] {
        events.filter { event in
            guard isGuarded[event.chord] else { return false }
            switch event {
            case .pressed(let index, _):
                down[index, default: []].insert(device)
                return down[index]!.count == 1
            case .released(let index, _):
                return down[index]?.remove(device) != nil && down[index]!.isEmpty
            case .spoiled: return true
            }
        }
    }
}

extension ChordEvent {
    /// The index of the chord in the list.
    fileprivate var chord: Int {
        switch self {
        case .pressed(let index, _), .released(let index, _), .spoiled(let index, _): index
        }
    }
}

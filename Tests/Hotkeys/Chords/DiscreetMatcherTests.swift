import HotkeyChords
import MonotonicTime
import Testing

/// Modifiers of another keyboard don't reveal what is typed on this one.
@Suite struct DiscreetMatcherTests {
    private static let ctrlA = HotkeyChord(modifiers: [.ctrl: .either], key: 30, keyName: "A")
    private static let ctrlF9 = HotkeyChord(modifiers: [.ctrl: .either], key: 67, keyName: "F9")
    private static let rightCtrl = HotkeyChord(key: 97, keyName: "RightCtrl")
    private let now = Instant(nanoseconds: 5)

    @Test func aModifierElsewhereDoesNotRevealALetter() {
        var matcher = DiscreetMatcher(chords: [Self.ctrlA])
        #expect(matcher.handle(key: 29, isDown: true, device: 1, at: now).isEmpty)
        for device in [2, 3] {
            #expect(matcher.handle(key: 30, isDown: true, device: device, at: now).isEmpty)
            #expect(matcher.handle(key: 30, isDown: false, device: device, at: now).isEmpty)
        }
        #expect(matcher.handle(key: 30, isDown: true, device: 1, at: now) == [.pressed(0, at: now)])
        #expect(
            matcher.handle(key: 30, isDown: false, device: 1, at: now)
                == [.released(0, at: now)])
    }

    @Test func otherKeysTakeModifiersFromAnywhere() {
        var matcher = DiscreetMatcher(chords: [Self.ctrlA, Self.ctrlF9])
        _ = matcher.handle(key: 97, isDown: true, device: 1, at: now)
        #expect(matcher.handle(key: 67, isDown: true, device: 2, at: now) == [.pressed(1, at: now)])
        #expect(matcher.lost(device: 2, at: now) == [.released(1, at: now)])
    }

    /// A key that is down on two keyboards is down once.
    @Test func aLetterOfTwoKeyboardsIsToldOnce() {
        var matcher = DiscreetMatcher(chords: [Self.ctrlA])
        var told: [ChordEvent] = []
        for device in [1, 2] {
            told += matcher.handle(key: 29, isDown: true, device: device, at: now)
            told += matcher.handle(key: 30, isDown: true, device: device, at: now)
        }
        #expect(told == [.pressed(0, at: now)])
        #expect(matcher.lost(device: 1, at: now).isEmpty)
        #expect(
            matcher.handle(key: 30, isDown: false, device: 2, at: now)
                == [.released(0, at: now)])
    }

    @Test func aLetterThatIsSwitchedOffIsNotTold() {
        var matcher = DiscreetMatcher(chords: [Self.ctrlA])
        _ = matcher.handle(key: 29, isDown: true, device: 1, at: now)
        matcher.setLive(false, chord: 0)
        #expect(matcher.handle(key: 30, isDown: true, device: 1, at: now).isEmpty)
        _ = matcher.handle(key: 30, isDown: false, device: 1, at: now)
        // Nor on a keyboard that is plugged in later.
        _ = matcher.handle(key: 29, isDown: true, device: 2, at: now)
        #expect(matcher.handle(key: 30, isDown: true, device: 2, at: now).isEmpty)
        _ = matcher.handle(key: 30, isDown: false, device: 2, at: now)
        matcher.setLive(true, chord: 0)
        #expect(matcher.handle(key: 30, isDown: true, device: 1, at: now) == [.pressed(0, at: now)])
    }

    @Test func aLoneModifierIsSpoiledByAnyKeyboard() {
        var matcher = DiscreetMatcher(chords: [Self.rightCtrl, Self.ctrlA])
        #expect(matcher.handle(key: 97, isDown: true, device: 1, at: now) == [.pressed(0, at: now)])
        #expect(matcher.usesOtherKeys)
        #expect(matcher.handle(key: 48, isDown: true, device: 2, at: now) == [.spoiled(0, at: now)])
        #expect(!matcher.usesOtherKeys)
        #expect(
            matcher.handle(key: 97, isDown: false, device: 1, at: now)
                == [.released(0, at: now)])
    }
}

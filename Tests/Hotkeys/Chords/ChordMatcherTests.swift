import HotkeyChords
import HotkeyHelper
import MonotonicTime
import Testing

/// A matcher that takes keys by their names and answers in words: `+0` pressed, `-0` released, `!0`
/// spoiled.
private struct Keyboard {
    private var matcher: ChordMatcher
    private var time: Int64 = 0

    init(_ chords: String...) throws {
        matcher = ChordMatcher(chords: try chords.map { try HotkeyChord($0, names: .evdev) })
    }

    /// `+RightCtrl` is pressed, `-RightCtrl` released; with `@2` on device 2.
    mutating func type(_ keys: String) throws -> String {
        var answer: [String] = []
        for word in keys.split(separator: " ") {
            let parts = word.dropFirst().split(separator: "@")
            time += 1
            let events = matcher.handle(
                key: try KeyNames.evdev.code(of: String(parts[0])), isDown: word.first == "+",
                device: parts.count > 1 ? Int(parts[1])! : 1, at: Instant(nanoseconds: time))
            answer += events.map { describe($0) }
        }
        return answer.joined(separator: " ")
    }

    mutating func lose(_ device: Int) -> String {
        matcher.lost(device: device, at: Instant(nanoseconds: time))
            .map { describe($0) }.joined(separator: " ")
    }

    mutating func setLive(_ isLive: Bool, _ chord: Int) { matcher.setLive(isLive, chord: chord) }

    var usesOtherKeys: Bool { matcher.usesOtherKeys }

    private func describe(_ event: ChordEvent) -> String {
        switch event {
        case .pressed(let index, _): "+\(index)"
        case .released(let index, _): "-\(index)"
        case .spoiled(let index, _): "!\(index)"
        }
    }
}

@Suite struct ChordMatcherTests {
    @Test(arguments: [
        (["RightCtrl"], "+RightCtrl -RightCtrl", "+0 -0"),
        (["RightCtrl"], "+LeftCtrl -LeftCtrl", ""),
        (["Super+F9"], "+Super_L +F9 -F9 -Super_L", "+0 -0"),
        (["Super+F9"], "+Super_R +F9 -Super_R -F9", "+0 -0"),
        (["Super+F9"], "+F9 +Super_L -F9 -Super_L", ""),
        (["Super+F9"], "+F9 -F9", ""),
        (["LeftCtrl+F9"], "+RightCtrl +F9 -F9 -RightCtrl +LeftCtrl +F9", "+0"),
        (["Ctrl+Alt+d"], "+LeftAlt +RightCtrl +d -d", "+0 -0"),
        (["Ctrl+Alt+d"], "+LeftAlt +d -d", ""),
        // The modifiers must match exactly.
        (["F9"], "+Shift_L +F9 -F9 -Shift_L +F9", "+0"),
        (["Super+d"], "+Super_L +Shift_L +d -d -Shift_L +d", "+0"),
        (["F9", "Ctrl+F9"], "+F9 -F9 +Control_L +F9 -F9", "+0 -0 +1 -1"),
        (["Ctrl+RightShift"], "+Control_L +Shift_R -Shift_R -Control_L", "+0 -0"),
        // Both keys of a modifier at once count as the modifier.
        (["Ctrl+F9"], "+Control_L +Control_R +F9", "+0"),
        // A key that was down before: only its release is seen.
        (["RightCtrl"], "-RightCtrl +RightCtrl -RightCtrl", "+0 -0"),
        (["BTN_SIDE"], "+BTN_SIDE@2 +a +BTN_LEFT@2 -BTN_SIDE@2", "+0 -0"),
    ])
    func recognizesChords(chords: [String], keys: String, events: String) throws {
        var keyboard = try chords.count == 1 ? Keyboard(chords[0]) : Keyboard(chords[0], chords[1])
        #expect(try keyboard.type(keys) == events)
    }

    /// A lone modifier is no tap if any other key was pressed in the meantime.
    @Test func otherKeysSpoilALoneModifier() throws {
        var keyboard = try Keyboard("RightCtrl")
        #expect(try keyboard.type("+RightCtrl") == "+0")
        #expect(keyboard.usesOtherKeys)
        #expect(try keyboard.type("+c -c") == "!0")
        #expect(!keyboard.usesOtherKeys)
        #expect(try keyboard.type("+v -v -RightCtrl") == "-0")
        #expect(try keyboard.type("+RightCtrl +Shift_L -RightCtrl -Shift_L") == "+0 !0 -0")
        #expect(try keyboard.type("+RightCtrl +BTN_LEFT@2 -RightCtrl") == "+0 !0 -0")
        // A key that was down before doesn't count.
        #expect(try keyboard.type("+w +RightCtrl -w -RightCtrl") == "+0 -0")
        // A modifier with another modifier isn't a lone one.
        #expect(try keyboard.type("+Shift_L +RightCtrl -RightCtrl -Shift_L") == "")
    }

    @Test func aLongerChordSpoilsTheModifierItBeginsWith() throws {
        var keyboard = try Keyboard("RightCtrl", "Ctrl+F9", "F9")
        #expect(try keyboard.type("+RightCtrl +F9 -F9 -RightCtrl") == "+0 !0 +1 -1 -0")
        #expect(try keyboard.type("+F9 -F9") == "+2 -2")
    }

    /// Other keys don't matter before one of these is pressed.
    @Test func knowsWhichKeysCanBeSpoiled() throws {
        let chords = try ["RightCtrl", "Super+F9", "Alt+Shift_L"]
            .map { try HotkeyChord($0, names: .evdev) }
        var matcher = ChordMatcher(chords: chords)
        #expect(matcher.spoilableKeys == [97, 42])
        matcher.setLive(false, chord: 0)
        #expect(matcher.spoilableKeys == [42])
        matcher.setLive(true, chord: 0)
        #expect(matcher.spoilableKeys == [97, 42])
    }

    @Test func otherKeysSpoilNothingElse() throws {
        var keyboard = try Keyboard("Super+F9")
        #expect(try keyboard.type("+Super_L +F9 +a -a +Shift_L -Shift_L -F9") == "+0 -0")
        #expect(!keyboard.usesOtherKeys)
    }

    @Test func twoKeyboardsAreOne() throws {
        var keyboard = try Keyboard("RightCtrl", "Super+F9")
        #expect(try keyboard.type("+RightCtrl@1 +RightCtrl@2 -RightCtrl@1") == "+0")
        #expect(try keyboard.type("-RightCtrl@2") == "-0")
        #expect(try keyboard.type("+Super_L@1 +F9@2 -F9@2 -Super_L@1") == "+1 -1")
    }

    @Test func aLostDeviceLetsGo() throws {
        var keyboard = try Keyboard("RightCtrl", "Super+F9")
        #expect(try keyboard.type("+RightCtrl@1 +RightCtrl@2") == "+0")
        #expect(keyboard.lose(1) == "")
        #expect(keyboard.lose(2) == "-0")
        #expect(keyboard.lose(2) == "")
        // Its modifiers too.
        #expect(try keyboard.type("+Super_L@1") == "")
        #expect(keyboard.lose(1) == "")
        #expect(try keyboard.type("+F9@2 -F9@2") == "")
    }

    @Test func aChordThatIsOffIsNotSeen() throws {
        var keyboard = try Keyboard("RightCtrl", "Escape")
        keyboard.setLive(false, 1)
        #expect(try keyboard.type("+Escape -Escape") == "")
        keyboard.setLive(true, 1)
        #expect(try keyboard.type("+Escape") == "+1")
        // Switched off while it is down; its release may be missed.
        keyboard.setLive(false, 1)
        #expect(try keyboard.type("+RightCtrl -RightCtrl") == "+0 -0")
        keyboard.setLive(true, 1)
        #expect(try keyboard.type("+Escape -Escape") == "+1 -1")
        // During push-to-talk with a modifier, Escape is still Escape.
        #expect(try keyboard.type("+RightCtrl +Escape -Escape -RightCtrl") == "+0 !0 +1 -1 -0")
    }

    /// In any case pressed and released alternate, and spoiled comes between them.
    @Test func neverSticksNorInvents() throws {
        let chords = ["RightCtrl", "Super+F9", "Ctrl+Shift+F9", "BTN_SIDE", "LeftCtrl+RightShift"]
        var matcher = ChordMatcher(chords: try chords.map { try HotkeyChord($0, names: .evdev) })
        let keys = try [
            "RightCtrl", "LeftCtrl", "Super_L", "Super_R", "F9", "Shift_L", "Shift_R",
            "BTN_SIDE", "a", "c",
        ].map { try KeyNames.evdev.code(of: $0) }
        var down: Set<Int> = []
        var random = SystemRandomNumberGenerator()
        func check(_ events: [ChordEvent]) {
            for event in events {
                switch event {
                case .pressed(let index, _): #expect(down.insert(index).inserted)
                case .released(let index, _): #expect(down.remove(index) != nil)
                case .spoiled(let index, _): #expect(down.contains(index))
                }
            }
        }
        for step in 0..<20_000 {
            let at = Instant(nanoseconds: Int64(step))
            if step % 500 == 499 {
                for device in 1...3 { check(matcher.lost(device: device, at: at)) }
                #expect(down.isEmpty)
                continue
            }
            check(
                matcher.handle(
                    key: keys.randomElement(using: &random)!, isDown: Bool.random(using: &random),
                    device: Int.random(in: 1...3, using: &random), at: at))
        }
    }
}

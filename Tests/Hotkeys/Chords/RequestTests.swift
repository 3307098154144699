import TestSupport
import Testing

@testable import HotkeyChords

/// What a caller sends, and what the helper refuses of it.
@Suite struct RequestTests {
    private static let f9 = chord(67)
    private static let rightCtrl = chord(97)

    @Test func understandsWhatTheCallerWrites() throws {
        let chords = [
            Self.rightCtrl, Self.f9, chord(1),
            chord(32, [.ctrl: .either, .alt: .left, .shift: .right, .super: .either]),
            chord(0x113, [.alt: .either]),
        ]
        var parser = HelperRequestParser()
        #expect(try parser.takeAll(HelperRequest.bind(chords)) == [.bind(chords)])
        let live = [true, true, false, true, false]
        #expect(try parser.takeAll(HelperRequest.live(live)) == [.live(live)])
        let none = Array(repeating: false, count: 5)
        #expect(try parser.takeAll(HelperRequest.live(none)) == [.live(none)])
    }

    @Test func takesEightBindings() throws {
        let chords = (59...66).map { chord($0) }
        var parser = HelperRequestParser()
        #expect(try parser.takeAll(HelperRequest.bind(chords)) == [.bind(chords)])
        let live = Array(repeating: true, count: 8)
        #expect(try parser.takeAll(HelperRequest.live(live)) == [.live(live)])
    }

    /// Of nine bindings only the number is read.
    @Test func refusesMoreThanEight() {
        let request = HelperRequest.bind((59...67).map { chord($0) })
        #expect(
            refusal(request.prefix(HelperRequest.greeting.count + 1))
                == .init(reason: .tooManyBindings, binding: 0))
        #expect(refusal(HelperRequest.greeting + [255])?.reason == .tooManyBindings)
    }

    @Test func refusesNone() {
        #expect(refusal(HelperRequest.bind([]))?.reason == .noBindings)
    }

    @Test func refusesAnotherProtocol() {
        #expect(refusal(Array("GET / HTTP/1.0\n".utf8))?.reason == .notTheProtocol)
        #expect(refusal(Array("utter-hotkeys 2\n".utf8))?.reason == .notTheProtocol)
        #expect(refusal([0])?.reason == .notTheProtocol)
    }

    /// A, 1, space, keypad 5, `<`, the first and last dot of Braille, a numeric key of a
    /// telephone: alone and with Shift.
    @Test(
        arguments: [30, 2, 57, 76, 86, 0x1F1, 0x1FA, 0x205] as [UInt16],
        [[:], [.shift: .either], [.shift: .left]] as [[HotkeyModifier: HotkeyModifier.Side]])
    func refusesKeysThatWrite(key: UInt16, modifiers: [HotkeyModifier: HotkeyModifier.Side]) {
        let request = HelperRequest.bind([Self.f9, chord(key, modifiers)])
        #expect(refusal(request) == .init(reason: .revealing, binding: 1))
    }

    /// Q with AltGr is @ in Germany, and Alt of either side may be AltGr.
    @Test(
        arguments: [
            [.alt: .right], [.alt: .either], [.alt: .right, .shift: .either],
            [.alt: .either, .shift: .left],
        ] as [[HotkeyModifier: HotkeyModifier.Side]])
    func refusesKeysThatWriteWithAltGr(modifiers: [HotkeyModifier: HotkeyModifier.Side]) {
        #expect(
            refusal(HelperRequest.bind([chord(16, modifiers)]))
                == .init(reason: .revealingWithAltGr, binding: 0))
    }

    @Test(
        arguments: [
            [.ctrl: .either], [.super: .right], [.alt: .left], [.alt: .left, .shift: .either],
            [.ctrl: .left, .alt: .right],
        ] as [[HotkeyModifier: HotkeyModifier.Side]])
    func takesShortcuts(modifiers: [HotkeyModifier: HotkeyModifier.Side]) {
        #expect(refusal(HelperRequest.bind([chord(16, modifiers)])) == nil)
    }

    @Test(arguments: [0, 0x2FF, 0x300, 0xFFFF] as [UInt16])
    func refusesWhatIsNoKey(key: UInt16) {
        #expect(
            refusal(HelperRequest.bind([Self.f9, chord(key, [.ctrl: .either])]))
                == .init(reason: .notAKey, binding: 1))
    }

    @Test func refusesAModifierThatIsItsOwn() {
        #expect(refusal(HelperRequest.bind([chord(97, [.ctrl: .right])]))?.reason == .notAKey)
        #expect(refusal(HelperRequest.bind([chord(97, [.ctrl: .left])])) == nil)
    }

    @Test func refusesTheSameTwice() {
        #expect(
            refusal(HelperRequest.bind([Self.rightCtrl, Self.f9, Self.rightCtrl]))
                == .init(reason: .duplicate, binding: 2))
    }

    @Test func refusesBytesWithoutMeaning() {
        var request = HelperRequest.bind([Self.f9])
        request[request.count - 1] = 1
        #expect(refusal(request) == .init(reason: .notModifiers, binding: 0))
    }

    /// A bit for a second binding, which doesn't exist.
    @Test func refusesToSwitchWhatIsNotThere() {
        #expect(
            refusal(HelperRequest.bind([Self.f9]) + [2])
                == .init(reason: .notACommand, binding: 0))
        #expect(
            refusal(HelperRequest.bind([Self.f9]) + [0, 1, 0, 1, 0x80])?.reason == .notACommand)
    }

    /// RightCtrl, where it is a key for text.
    @Test func refusesWhatPrintsOnThisMachine() throws {
        let rightCtrl = chord(97)
        for (printing, isRefused) in [(Set<UInt16>(), false), ([97], true)] {
            var parser = HelperRequestParser(whereAlsoPrint: printing)
            var reason: HelperRefusal?
            do throws(HelperRequestParser.Refused) {
                for byte in HelperRequest.bind([rightCtrl]) { _ = try parser.take(byte) }
            } catch { reason = error.reason }
            #expect(reason == (isRefused ? .revealing : nil))
        }
    }

    @Test func goesOnRefusing() {
        var parser = HelperRequestParser()
        #expect(throws: HelperRequestParser.Refused.self) { try parser.take(0) }
        for byte in HelperRequest.bind([Self.f9]) {
            #expect(throws: HelperRequestParser.Refused.self) { try parser.take(byte) }
        }
    }

    /// With any input the parser never traps, never keeps more than one request, and lets no chord
    /// pass that the policy refuses. The fuzzer tests the same for longer.
    @Test func survivesAnything() {
        var random = SplitMix(seed: 4)
        for _ in 0..<3000 {
            let chords = (0...Int.random(in: 0...8, using: &random)).map { _ in
                chord(.random(in: 0...0x310, using: &random), .random(using: &random))
            }
            var request = HelperRequest.bind(chords)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                request[.random(in: 0..<request.count, using: &random)] =
                    .random(in: 0...255, using: &random)
            }
            request += (0..<4).map { _ in .random(in: 0...255, using: &random) }
            var parser = HelperRequestParser()
            for byte in request {
                guard case .bind(let chords)? = try? parser.take(byte) else { continue }
                #expect(chords.count <= HelperRequest.maximumBindings)
                #expect(chords.allSatisfy { $0.refusal == nil })
            }
        }
    }

    /// Why a request is refused, or nil.
    private func refusal(_ bytes: some Sequence<UInt8>) -> HelperRequestParser.Refused? {
        var parser = HelperRequestParser()
        do throws(HelperRequestParser.Refused) {
            _ = try parser.takeAll(bytes)
            return nil
        } catch {
            return error
        }
    }
}

private func chord(
    _ key: UInt16, _ modifiers: [HotkeyModifier: HotkeyModifier.Side] = [:]
) -> HotkeyChord {
    HotkeyChord(modifiers: modifiers, key: key, keyName: "key \(key)")
}

extension HelperRequestParser {
    fileprivate mutating func takeAll(_ bytes: some Sequence<UInt8>) throws(Refused) -> [Request] {
        var requests: [Request] = []
        for byte in bytes {
            if let request = try take(byte) { requests.append(request) }
        }
        return requests
    }
}

extension [HotkeyModifier: HotkeyModifier.Side] {
    fileprivate static func random(using random: inout SplitMix) -> Self {
        let sides: [HotkeyModifier.Side?] = [nil, nil, .either, .left, .right]
        var modifiers: Self = [:]
        for modifier in HotkeyModifier.allCases {
            modifiers[modifier] = sides.randomElement(using: &random)!
        }
        return modifiers
    }
}

import Dictation
import KWinInput
import KeyStrokes
import LinuxRuntime
import Problems
import WaylandClient

/// The keyboard that presses the chord: one of ours, or KWin's.
@EventLoopActor
protocol ChordKeyboard: AnyObject {
    /// Suspends until no key that the user holds would change the chord.
    func becomeReady() async throws(Problem)

    /// Presses and releases the chord, in one piece.
    func press(_ chord: PasteChord) throws(Problem)

    /// Presses and releases BackSpace `count` times, at most `keysAtOnce`.
    func deleteBackward(_ count: Int)

    /// How many keys a window reads at once, and how long it then needs.
    var keysAtOnce: Int { get }
    var rest: Duration { get }
}

/// A virtual keyboard with its own keymap and modifiers.
final class OwnChordKeyboard: ChordKeyboard {
    private let keyboard: VirtualKeyboard

    init(on globals: WaylandGlobals) async throws(Problem) {
        keyboard = try await VirtualKeyboard.plugged(into: globals, keymap: PasteChord.keymap)
    }

    func becomeReady() {}

    func press(_ chord: PasteChord) { chord.press(on: keyboard) }

    func deleteBackward(_ count: Int) {
        for _ in 0..<count { keyboard.press(PasteChord.backspace) }
    }

    let keysAtOnce = VirtualKeyboard.longestBurst
    let rest = Duration.zero
}

/// KWin's keyboard, which has the user's layouts and held keys.
final class KWinChordKeyboard: ChordKeyboard {
    private let input: KWinInput
    private static let timeout = Duration.seconds(2)

    init(_ input: KWinInput) { self.input = input }

    func becomeReady() async throws(Problem) {
        do {
            try await input.waitUntilModifiersAreUp(within: Self.timeout)
        } catch let problem as Problem {
            throw problem
        } catch {
            // Cancelled, which the caller finds out.
        }
    }

    func press(_ chord: PasteChord) throws(Problem) {
        // Where a layout has no V, toolkits take the key's place.
        let v = try input.keymap().key(typing: "v") ?? 47  // KEY_V
        let symbol = KeySymbol(typing: "v")!
        // KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_INSERT
        let stroke =
            switch chord {
            case .shiftInsert: KeyStroke(key: 110, holding: [42], symbol: symbol)
            case .controlV: KeyStroke(key: v, holding: [29], symbol: symbol)
            case .controlShiftV: KeyStroke(key: v, holding: [29, 42], symbol: symbol)
            }
        input.keyboard.press(stroke)
    }

    func deleteBackward(_ count: Int) {
        for _ in 0..<count { input.keyboard.press(.deleting) }
    }

    var keysAtOnce: Int { input.strokesAtOnce }
    let rest = KWinInput.rest
}

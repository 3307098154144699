import KeyStrokes
import LinuxRuntime
import Problems
import WaylandClient

/// With which keymap the compositor reads the keys of a virtual keyboard.
///
/// The protocol says: with the keyboard's own. cosmic-comp 1.0.6 and 1.0.7 read them with the
/// seat's, and other letters arrived (Smithay from 2e00119 to 89e58f7, `on_keyboard_event`).
///
/// Which one it is shows in `wl_keyboard.keymap`: wlroots, Hyprland and Smithay send it to each
/// client when a key comes from a keyboard with another keymap. Where keys are read with the seat's,
/// that comes last.
@EventLoopActor
final class KeyReading {
    private enum State {
        case unchecked(SeatKeymap)
        /// With the keyboard's own keymap, as far as the compositor reports.
        case own
        case seats(SeatKeymap)
    }

    private var state: State
    private var compiled: (text: String, keymap: Keymap)?

    /// How often the answer must be the same: the user may press a key in the same moment, and a
    /// correct compositor sends the seat's keymap then, too.
    private static let attempts = 3

    /// - Parameter keymap: the seat's keymap, requested before the keyboard's first key; nil if there
    ///   is no way to know.
    init(_ keymap: SeatKeymap?) {
        state = keymap.map(State.unchecked) ?? .own
    }

    /// Whether keys are read with the seat's keymap, as far as known without a key.
    var isSeats: Bool {
        if case .seats = state { true } else { false }
    }

    /// The seat's keymap if the compositor reads keys with that; else nil. The first call presses a
    /// key without a symbol, and takes a round trip; where the keymap isn't the keyboard's own, up
    /// to three.
    ///
    /// A compositor that sends no keymap to a client without the focus, or whose input method takes
    /// the key, is believed to be correct.
    func keymapOfSeat(
        _ keyboard: TypingKeyboard, on connection: WaylandConnection
    ) async throws(Problem) -> Keymap? {
        let seats: SeatKeymap
        switch state {
        case .own: return nil
        case .seats(let known):
            // A change of the layout that the compositor has sent.
            try await connection.roundtrip()
            return try compile(known.text ?? "")
        case .unchecked(let unknown): seats = unknown
        }
        for attempt in 0..<Self.attempts {
            let before = seats.arrivals
            // Otherwise a correct one would have nothing to send.
            if attempt > 0 { try keyboard.uploadAgain() }
            keyboard.pressNothing()
            var text = seats.text
            try await connection.roundtrip { text = seats.text }
            let isSent = attempt == 0 || seats.arrivals != before
            guard isSent, let text, let keymap = try? compile(text), !keyboard.has(keymap) else {
                state = .own
                compiled = nil
                return nil
            }
        }
        state = .seats(seats)
        return try compile(seats.text ?? "")
    }

    private func compile(_ text: String) throws(Problem) -> Keymap {
        if let compiled, compiled.text == text { return compiled.keymap }
        let keymap = try Keymap(text: text)
        compiled = (text, keymap)
        return keymap
    }
}

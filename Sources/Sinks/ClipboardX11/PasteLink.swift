import CX11
import Dictation
import LinuxRuntime
import Problems
import X11Connection

/// A connection with everything for pasting: a keyboard for the chord, and the selections.
@X11Actor
final class PasteLink {
    let connection: XConnection
    let keyboard: XTestKeyboard
    let owner: SelectionOwner
    /// A remark for the user on the last use.
    var remark: Problem?

    init(_ connection: XConnection) throws(Problem) {
        self.connection = connection
        keyboard = try XTestKeyboard(connection)
        owner = SelectionOwner(connection)
        // For `serverTime`.
        XSelectInput(connection.display, connection.window, PropertyChangeMask)
    }

    var modifiers: Modifiers { Modifiers(connection: connection, keyboard: keyboard) }

    /// The window that has the focus.
    func receiver() throws(Interruption) -> Receiver {
        if let receiver = Receiver(connection) { return receiver }
        if connection.isLost { throw .problem(connection.lost) }
        throw .problem(
            Problem(
                "there is nothing to paste into", why: "no window has the keyboard focus",
                remedy: "Click into a text field."))
    }

    /// Selects the answers of windows to pings, which go to the root window; off when not needed,
    /// since other events come with them.
    func hearPings(_ on: Bool) {
        XSelectInput(connection.display, connection.root, on ? SubstructureNotifyMask : NoEventMask)
    }

    /// Waits for a condition that changes with events of the selections' owner. It can't be
    /// cancelled.
    func wait(
        within limit: Duration, until isDone: () -> Bool
    ) async throws(Interruption) -> Bool {
        if isDone() { return true }
        return try await connection.event(within: limit, cancellable: false) { _ in isDone() }
    }

    /// Keys between two waits for the receiver, so that cancellation is quick.
    private static let burst = 32

    /// Presses BackSpace.
    ///
    /// - Parameter progress: called with the number of further presses.
    func deleteBackward(
        _ count: Int, _ progress: (Int) -> Void
    ) async throws(Interruption) {
        try await connection.roundTrip(cancellable: true)
        let claim = try await TypingClaim.acquire(connection)
        defer { claim.release() }
        remark = try await modifiers.release()
        hearPings(true)
        defer { hearPings(false) }
        let key = try backspace()
        var left = count
        while left > 0 {
            let receiver = try receiver()
            if Task.isCancelled { throw .cancelled }
            let keys = min(left, Self.burst)
            for _ in 0..<keys {
                keyboard.press(key, true)
                keyboard.press(key, false)
            }
            left -= keys
            progress(keys)
            let hasRead = try await receiver.hasRead(
                connection, within: Receiver.timeout, cancellable: false)
            guard hasRead else { throw .problem(receiver.deafness) }
        }
    }

    private func backspace() throws(Interruption) -> UInt8 {
        do throws(Problem) {
            let keymap = try keyboard.keymap()
            guard let key = PasteChord.key(XK_BackSpace, keymap, modifiers.group) else {
                throw Problem(
                    "cannot press BackSpace", why: "the keyboard layout lacks it",
                    remedy: "Set a keyboard layout with setxkbmap.")
            }
            return key
        } catch { throw .problem(error) }
    }
}

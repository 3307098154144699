import CX11
import Dictation
import KeyStrokes
import LinuxRuntime
import X11Connection

/// What the person and other programs do in the middle of a text.
///
/// A burst is sent with the server in hand (XGrabServer), after a look at the focus: meanwhile no
/// other client can move the focus, take the keyboard or change the keymap, so that each key goes
/// where it shall. The person's own keys pass in any case; events tell which keys of ours came
/// after them.
extension TypingSession {
    /// How long the server may be held, for nobody else is served meanwhile, beyond the time that
    /// it takes for any answer.
    private static let longestGrab = Duration.milliseconds(50)
    /// The longest such time that counts.
    private static let longestWay = Duration.milliseconds(200)

    /// Takes the server in hand when all is fit for the next burst. It is to be given back by
    /// `letGo`.
    func seize() async throws(Interruption) {
        while true {
            let receiver = if let receiver { receiver } else { try findReceiver() }
            try checkGrab()
            let start = MonotonicClock.nanoseconds
            guardian?.say(.grabs)
            XGrabServer(connection.display)
            var obstacle: Obstacle?
            do throws(Interruption) {
                obstacle = try look(at: receiver)
            } catch {
                letGo()
                throw error
            }
            let time = Duration.nanoseconds(MonotonicClock.nanoseconds - start)
            if time > Self.longestGrab + min(connection.lastAnswerTime, Self.longestWay) {
                obstacle = obstacle ?? .lateAnswer
            }
            // Given up meanwhile, it counts as not typed.
            if Task.isCancelled {
                letGo()
                throw .cancelled
            }
            guard let obstacle else { return }
            letGo()
            switch obstacle {
            case .otherFocus, .grab: break
            case .lateAnswer:
                try connection.spend(max(time, Self.longestWay))
                try await connection.roundTrip(cancellable: true)
            case .heldModifier:
                putOurKeymapInForce()
                remark = try await modifiers.release() ?? remark
            case .otherGroup: try await redefine(keys.native)
            }
        }
    }

    private enum Obstacle {
        case otherFocus
        case grab
        case lateAnswer
        case heldModifier
        case otherGroup
    }

    /// Gives the server back, behind the keys.
    func letGo() {
        XUngrabServer(connection.display)
        XFlush(connection.display)
        guardian?.say(.released)
    }

    /// The window that shall get the text. To learn all about it takes many questions: not while
    /// the server is held.
    private func findReceiver() throws(Interruption) -> Receiver {
        guard let found = Receiver(connection) else {
            if connection.isLost { throw .problem(connection.lost) }
            throw .problem(
                Problem(
                    "there is nothing to type into", why: "no window has the keyboard focus",
                    remedy: "Click into a text field."))
        }
        watch.follow(found)
        return found
    }

    /// Looks whether the next burst can go, and mends what can be mended at once.
    private func look(at receiver: Receiver) throws(Interruption) -> Obstacle? {
        let hasKeys = receiver.hasKeys(connection)
        // The answers came behind all events up to now.
        connection.refresh()
        if connection.isLost { throw .problem(connection.lost) }
        if self.receiver != nil {
            if watch.isReceiverGone { throw closed() }
            if !hasKeys { throw .stopped("the focus moved to another window") }
        } else {
            // What was found a moment ago may be gone.
            connection.forgetErrors()
            guard hasKeys, !watch.isReceiverGone else { return .otherFocus }
            self.receiver = receiver
            watch.forgetPresses()
        }
        try checkLayout()
        if watch.grab != nil { return .grab }
        if watch.presses.contains(where: { writingKeys.contains($0.key) }) {
            throw .stopped("a key was pressed")
        }
        lookedAt = XNextRequest(connection.display)
        let state = modifiers.state
        if connection.isLost { throw .problem(connection.lost) }
        if state.base_mods != 0 { return .heldModifier }
        unlock(state)
        return isOtherGroup(state) ? .otherGroup : nil
    }

    /// Somebody's new keymap is left as it is, and its keys mean something else.
    func checkLayout() throws(Interruption) {
        if watch.isKeymapForeign { throw .stopped("the keyboard layout was changed") }
    }

    private func checkGrab(otherwise: () -> Void = {}) throws(Interruption) {
        guard watch.grab != nil, let receiver else { return }
        guard receiver.hasPopup(connection) || watch.hadPopup(of: receiver) else {
            otherwise()
            throw .stopped("another program took or released the keyboard")
        }
        watch.forgetGrab()
    }

    /// A lock that came in the middle goes off, and on again at the end.
    private func unlock(_ state: XkbStateRec) {
        let locked = state.locked_mods & ~modifiers.numLock
        if locked | state.latched_mods == 0 { return }
        record?.unlocked |= locked
        record?.write(connection)
        modifiers.unlock(locked)
    }

    /// Whether the person chose another group, in which the layout's keys mean something else.
    /// The private keymap's keys mean the same in each. The choice is to last.
    private func isOtherGroup(_ state: XkbStateRec) -> Bool {
        if !hasPrivateKeymap, state.group == group { return false }
        if !hasPrivateKeymap || (lockedGroup ?? state.locked_group) != state.locked_group {
            record?.group = state.locked_group
            record?.write(connection)
        }
        // The server itself drops the choice when it takes over a keymap with fewer groups,
        // at the first key.
        lockedGroup = burstsSinceChange > 0 ? state.locked_group : nil
        return !hasPrivateKeymap
    }

    /// Looks what a burst met, when the server has done it. Keys that came after a modifier key
    /// of the person's, or after a grab that it set off, did not type their characters.
    func checkArrival(
        of burst: ArraySlice<SymbolStroke>, _ requests: [UInt]
    ) throws(Interruption) {
        if let grab = watch.grab, lost(of: burst, requests, since: grab) > 0 {
            try checkGrab { self.uncount(self.lost(of: burst, requests, since: grab)) }
        }
        let press = watch.presses.first {
            modifierKeys.contains($0.key) && lost(of: burst, requests, since: $0.request) > 0
        }
        if let press {
            let count = lost(of: burst, requests, since: press.request)
            uncount(count)
            throw .stopped(
                "a modifier key was pressed (\(count) characters may have become shortcuts)")
        }
    }

    /// How many characters of a burst came after something that happened since the last look.
    private func lost(
        of burst: ArraySlice<SymbolStroke>, _ requests: [UInt], since request: UInt
    ) -> Int {
        if request < lookedAt { return 0 }
        return zip(burst, requests).count { $0.endsCharacter && $1 > request }
    }

    private func uncount(_ count: Int) {
        progress.typed -= count
        progress.read = min(progress.read, progress.typed)
    }
}

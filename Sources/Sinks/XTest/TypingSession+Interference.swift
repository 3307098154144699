import CX11
import DictationParts
import KeyStrokes
import LinuxRuntime
import Problems
import ProcessGuardian
import X11Connection

/// Interference by the user and other programs in the middle of a text.
///
/// A burst is sent with the server grabbed (XGrabServer), after a check of the focus: meanwhile no
/// other client can move the focus, grab the keyboard or change the keymap, so that each key
/// reaches its window. The user's own keys pass in any case; events show which of our keys came
/// after them.
extension TypingSession {
    /// How long the server may be grabbed, since no other client is served meanwhile, in addition
    /// to the time that any answer takes.
    private static let longestGrab = Duration.milliseconds(50)
    /// The longest time of an answer that is counted.
    private static let longestWay = Duration.milliseconds(200)

    /// Grabs the server when everything is ready for the next burst. Must be undone by `letGo`.
    func seize() async throws(Interruption) {
        while true {
            let receiver = if let receiver { receiver } else { try findReceiver() }
            try checkGrab()
            let start = MonotonicClock.nanoseconds
            guardian?.say(.holds)
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
            // Cancelled in the meantime: it counts as not typed.
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

    /// Releases the grab, after the keys.
    func letGo() {
        XUngrabServer(connection.display)
        XFlush(connection.display)
        guardian?.say(.released)
    }

    /// The window to type into. Finding out all about it takes many requests: not during a grab.
    private func findReceiver() throws(Interruption) -> Receiver {
        guard let found = Receiver(connection) else {
            if connection.isLost { throw .problem(connection.lost) }
            throw .problem(.noReceiver)
        }
        watch.follow(found)
        return found
    }

    /// Checks whether the next burst can be sent, and fixes what can be fixed at once.
    private func look(at receiver: Receiver) throws(Interruption) -> Obstacle? {
        let hasKeys = receiver.hasKeys(connection)
        // The replies came after all events so far.
        connection.refresh()
        if connection.isLost { throw .problem(connection.lost) }
        if self.receiver != nil {
            if watch.isReceiverGone { throw closed() }
            if !hasKeys { throw .stopped("the focus moved to another window") }
        } else {
            // The window that was found may be gone already.
            connection.forgetErrors()
            guard hasKeys, !watch.isReceiverGone else { return .otherFocus }
            self.receiver = receiver
            watch.forgetPresses()
        }
        try checkLayout()
        if watch.grab != nil { return .grab }
        if watch.presses.contains(where: { roles.writingKeys.contains($0.key) }) {
            throw .stopped("a key was pressed")
        }
        present.lookedAt = XNextRequest(connection.display)
        let state = modifiers.state
        if connection.isLost { throw .problem(connection.lost) }
        if state.base_mods != 0 { return .heldModifier }
        unlock(state)
        return isOtherGroup(state) ? .otherGroup : nil
    }

    /// A keymap set by another program is left as it is, and its keys mean something else.
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

    /// A lock that was set during typing is unlocked, and locked again at the end.
    private func unlock(_ state: XkbStateRec) {
        let locked = state.locked_mods & ~modifiers.numLock
        if locked | state.latched_mods == 0 { return }
        record?.unlocked |= locked
        record?.write(connection)
        modifiers.unlock(locked)
    }

    /// Whether the user switched to another group, in which the layout's keys mean something else.
    /// The private keymap's keys mean the same in each group. The switch is kept.
    private func isOtherGroup(_ state: XkbStateRec) -> Bool {
        if !present.hasPrivateKeymap, state.group == group { return false }
        let lockedGroup = present.lockedGroup ?? state.locked_group
        if !present.hasPrivateKeymap || lockedGroup != state.locked_group {
            record?.group = state.locked_group
            record?.write(connection)
        }
        // The server itself drops the group when it applies a keymap with fewer groups, at the
        // first key.
        present.lockedGroup = present.burstsSinceChange > 0 ? state.locked_group : nil
        return !present.hasPrivateKeymap
    }

    /// Checks what happened during a burst, once the server has handled it. Keys after a modifier
    /// key of the user, or after a grab that it triggered, did not type their characters.
    func checkArrival(
        of burst: ArraySlice<SymbolStroke>, _ requests: [UInt]
    ) throws(Interruption) {
        if let grab = watch.grab, lost(of: burst, requests, since: grab) > 0 {
            try checkGrab { self.uncount(self.lost(of: burst, requests, since: grab)) }
        }
        let press = watch.presses.first {
            roles.modifierKeys.contains($0.key) && lost(of: burst, requests, since: $0.request) > 0
        }
        if let press {
            let count = lost(of: burst, requests, since: press.request)
            uncount(count)
            throw .stopped(
                "a modifier key was pressed (\(count) characters may have become shortcuts)")
        }
    }

    /// How many characters of a burst came after something that happened since the last check.
    private func lost(
        of burst: ArraySlice<SymbolStroke>, _ requests: [UInt], since request: UInt
    ) -> Int {
        if request < present.lookedAt { return 0 }
        return zip(burst, requests).count { $0.endsCharacter && $1 > request }
    }

    private func uncount(_ count: Int) {
        progress.typed -= count
        progress.read = min(progress.read, progress.typed)
    }
}

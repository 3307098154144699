import CX11
import KeyStrokes
import Problems
import ProcessGuardian
import X11Connection

/// An insertion: with its changes in the server, to be undone.
@X11Actor
final class TypingSession {
    let connection: XConnection
    let keyboard: XTestKeyboard
    private let claim: TypingClaim
    private(set) var guardian: TypingGuardian?
    let modifiers: Modifiers
    let watch: TypingWatch
    /// Nil once everything is undone.
    var record: SessionRecord?
    let roles: KeyRoles
    let keys: KeymapPlan.Keys
    /// The active group for which `keys` is valid.
    let group: UInt8
    /// How the keyboard is now.
    var present = PresentKeyboard()
    /// The window that got the first key, and gets all others; nil before.
    var receiver: Receiver?
    /// How much of the text is sent, and read.
    var delivery = Delivery()
    let progress: TypingProgress
    /// A remark for the user.
    var remark: Problem?

    /// Keys with a special purpose.
    struct KeyRoles {
        let markKey: UInt8
        let shiftKey: UInt8
        /// Nil if the keyboard has none.
        let controlKey: UInt8?
        /// The keys that change the meanings of others.
        let modifierKeys: Set<UInt8>
        /// The keys that type or edit text.
        let writingKeys: Set<UInt8>
    }

    /// The changes that were made to the keyboard.
    struct PresentKeyboard {
        var isShiftDown = false
        /// The key that was pressed last, other than Shift.
        var lastKey: UInt8?
        var hasPrivateKeymap = false
        /// The locked group after a burst with this keymap, if there was one.
        var lockedGroup: UInt8?
        var burstsSinceChange = 0
        /// The request that asked for the keyboard's state before the last burst.
        var lookedAt: UInt = 0
    }

    /// How much of a text is sent, and read.
    struct Delivery {
        /// The number of strokes still to be sent.
        var left = 0
        /// Whether the text's last stroke is Return.
        var endsWithReturn = false
        /// Whether keys were sent that the receiver may not have read.
        var hasUnread = false
        /// The number of keys sent since it was last known to have read.
        var unreadKeys = 0
        /// Whether its program is always busy with other work.
        var isNeverAtRest = false
    }

    /// Waits for its turn and until the user has released modifiers, and records what will be
    /// undone.
    static func begin(
        _ connection: XConnection, _ keyboard: XTestKeyboard, _ progress: TypingProgress
    ) async throws(Interruption) -> TypingSession {
        try await connection.roundTrip(cancellable: true)
        let guardian = TypingGuardian(connection)
        do throws(Interruption) {
            let claim = try await TypingClaim.acquire(connection, guardian)
            keyboard.restore(connection)
            let modifiers = Modifiers(connection: connection, keyboard: keyboard)
            let remark = try await modifiers.release()
            do throws(Problem) {
                let session = try TypingSession(connection, keyboard, claim, modifiers, progress)
                session.guardian = guardian
                session.remark = remark
                return session
            } catch { throw .problem(error) }
        } catch {
            if connection.isLost { throw guardian?.cause(of: error) ?? error }
            guardian?.say(.done)
            throw error
        }
    }

    private init(
        _ connection: XConnection, _ keyboard: XTestKeyboard, _ claim: TypingClaim,
        _ modifiers: Modifiers, _ progress: TypingProgress
    ) throws(Problem) {
        let keymap = try keyboard.keymap()
        let (keys, mark, shift) = try Self.keys(keymap, group: modifiers.group)
        self.connection = connection
        self.keyboard = keyboard
        self.claim = claim
        self.progress = progress
        self.modifiers = modifiers
        roles = KeyRoles(
            markKey: mark, shiftKey: shift, controlKey: XTestKeyboard.controlKey(keymap),
            modifierKeys: Set(
                keymap.keys.filter { keymap.modifiers(of: $0) & ~modifiers.numLock != 0 }),
            writingKeys: XTestKeyboard.writingKeys(keymap))
        group = modifiers.group
        self.keys = keys

        var bindings: [UInt8: KeyBinding] = [:]
        for key in keys.free + [mark] { bindings[key] = keymap[key] }
        let record = SessionRecord(
            unlocked: modifiers.disturbingLocks, group: modifiers.lockedGroup,
            repeatsKeys: keyboard.repeatsKeys, bindings: bindings)
        self.record = record
        watch = TypingWatch(connection, keyboard)
        // The record is written before the first change: the server keeps the order.
        record.write(connection)
        keyboard.stopRepeating()
        modifiers.unlock(record.unlocked)
        connection.selectAnswers()
    }

    /// The available keys of a keymap, the one for the mark, and the one that sets Shift.
    static func keys(
        _ keymap: borrowing DeviceKeymap, group: UInt8
    ) throws(Problem) -> (keys: KeymapPlan.Keys, mark: UInt8, shift: UInt8) {
        guard let (free, mark) = XTestKeyboard.freeKeys(keymap),
            let shift = XTestKeyboard.shiftKey(keymap)
        else {
            throw Problem(
                "cannot type with the keymap of the XTEST keyboard",
                why: "it has no printable keys or no Shift",
                remedy: "Set a keyboard layout with setxkbmap.")
        }
        return (XTestKeyboard.meanings(keymap, free: free, group: group), mark, shift)
    }

    // MARK: Keys

    /// Gives the keys these meanings in the server's keymap, in any group.
    func change(to pairs: [UInt8: KeymapPlan.Pair]) {
        present.hasPrivateKeymap = true
        (present.lockedGroup, present.burstsSinceChange) = (nil, 0)
        keyboard.change(XTestKeyboard.bindings(pairs, mark: roles.markKey))
        watch.noteOwnChange()
    }

    /// Makes our keymap active again after a key of the user has activated theirs. Otherwise a
    /// receiver would read pending keys by the user's: Xlib reloads the keymap as soon as the
    /// notification arrives, not in order with the keys (libX11, XKB.c). Done by pressing a key
    /// without meaning for programs.
    func putOurKeymapInForce() {
        guard present.hasPrivateKeymap, delivery.hasUnread, receiver?.answering == nil else {
            return
        }
        pressNothing()
        XFlush(connection.display)
    }

    /// Presses the key that means nothing to programs.
    private func pressNothing() {
        keyboard.press(roles.markKey, true)
        keyboard.press(roles.markKey, false)
    }

    /// Presses keys. Returns the number of the request that presses each.
    func press(
        _ burst: ArraySlice<SymbolStroke>, _ places: [KeySymbol: KeymapPlan.Place]
    ) -> [UInt] {
        present.burstsSinceChange += 1
        defer { if present.isShiftDown { shift(false) } }
        return burst.map { stroke in
            let place = places[stroke.symbol]!
            if stroke.symbol.isBeyondBMP, present.hasPrivateKeymap,
                receiver?.holdsCharactersBack == true
            {
                pressNothing()
            }
            if place.shifted != present.isShiftDown { shift(place.shifted) }
            let control = place.isControlled ? roles.controlKey : nil
            if let control { keyboard.press(control, true) }
            let request = XNextRequest(connection.display)
            if place.key == present.lastKey {
                keyboard.pressLater(place.key)
            } else {
                keyboard.press(place.key, true)
            }
            keyboard.press(place.key, false)
            if let control { keyboard.press(control, false) }
            present.lastKey = place.key
            return request
        }
    }

    private func shift(_ isDown: Bool) {
        keyboard.press(roles.shiftKey, isDown)
        present.isShiftDown = isDown
    }

    // MARK: The way back

    /// Undoes everything, after the receiver has read what was sent. Called in any case, whether
    /// typing succeeded, failed or was cancelled.
    func end() async {
        do {
            if record != nil {
                // The server first: waiting for a window is useless if the server is stopped.
                // However long it took, the window must have read before the keymap is restored.
                if !connection.isLost { connection.beginWork() }
                try await connection.roundTrip()
                try await fence(within: .seconds(1), cancellable: false)
            }
        } catch {
            // A hanging receiver must not keep the keyboard altered for all others.
        }
        undo()
        XSelectInput(connection.display, connection.root, NoEventMask)
        // Also removes events that aren't needed any more from the connection.
        if (try? await connection.roundTrip()) != nil { guardian?.say(.done) }
        guardian = nil
    }

    /// Undoes everything at once, without waiting for the receiver. Pending waits still get their
    /// answers.
    ///
    /// The guardian stays until the server has answered: what a server that hangs hasn't handled, it
    /// drops when Xlib closes the connection (xcb_disconnect shuts the whole socket down), the release
    /// of a key, too.
    func undo() {
        guard let record else { return }
        // The guardian undoes what can't be undone from here.
        if connection.isLost {
            guardian = nil
            return
        }
        self.record = nil
        watch.end()
        modifiers.lock(record.unlocked)
        keyboard.repeatsKeys = record.repeatsKeys
        if present.hasPrivateKeymap, keyboard.restore(record.bindings) {
            modifiers.lock(group: record.group)
        }
        SessionRecord.delete(connection)
        claim.release()
    }
}

extension XConnection {
    /// Selects the answers to pings, which receivers send to the root window: GTK and Chromium
    /// under the first mask, as specified, Qt 5 under the second (qxcbwindow.cpp).
    func selectAnswers() {
        XSelectInput(display, root, SubstructureNotifyMask | StructureNotifyMask)
    }
}

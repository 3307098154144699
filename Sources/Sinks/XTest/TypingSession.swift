import CX11
import Dictation
import KeyStrokes
import X11Connection

/// One insertion: what is changed in the server for it, and the way back.
@X11Actor
final class TypingSession {
    let connection: XConnection
    let keyboard: XTestKeyboard
    private let claim: TypingClaim
    private(set) var guardian: TypingGuardian?
    let modifiers: Modifiers
    let watch: TypingWatch
    /// Nil once all is undone.
    var record: SessionRecord?
    private let markKey: UInt8
    private let shiftKey: UInt8
    /// The keys that change what others mean.
    let modifierKeys: Set<UInt8>
    /// The keys with which a person writes or edits.
    let writingKeys: Set<UInt8>
    let keys: KeymapPlan.Keys
    private var isShiftDown = false
    /// The key that was pressed last, but for Shift.
    private var lastKey: UInt8?
    private(set) var hasPrivateKeymap = false
    /// The active group for which `keys` holds.
    let group: UInt8
    /// The locked group as it was after a burst with this keymap, if there was one.
    var lockedGroup: UInt8?
    private(set) var burstsSinceChange = 0
    /// The request that asked for the keyboard's state before the last burst.
    var lookedAt: UInt = 0

    /// The window that got the first key, and gets all others; nil before.
    var receiver: Receiver?
    /// Strokes that are still to be sent.
    var left = 0
    /// Whether the text's last stroke is Return.
    var endsWithReturn = false
    /// Whether keys were sent that it may not have read.
    var hasUnread = false
    /// Keys that were sent since it was last known to have read.
    var unreadKeys = 0
    /// Whether its program has other things to do all the time.
    var isNeverAtRest = false
    let progress: TypingProgress
    /// What the person should know of it.
    var remark: Problem?

    /// Waits for its turn and for the person's fingers, and notes down what will be undone.
    static func begin(
        _ connection: XConnection, _ keyboard: XTestKeyboard, _ progress: TypingProgress
    ) async throws(Interruption) -> TypingSession {
        try await connection.roundTrip(cancellable: true)
        let guardian = TypingGuardian(connection)
        do throws(Interruption) {
            let claim = try await TypingClaim.acquire(connection, guardian)
            keyboard.mend(connection)
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
        (markKey, shiftKey) = (mark, shift)
        modifierKeys = Set(keymap.keys.filter { keymap.modifiers(of: $0) & ~modifiers.numLock != 0 })
        writingKeys = XTestKeyboard.writingKeys(keymap)
        group = modifiers.group
        self.keys = keys

        var bindings: [UInt8: KeyBinding] = [:]
        for key in keys.free + [mark] { bindings[key] = keymap[key] }
        let record = SessionRecord(
            unlocked: modifiers.disturbingLocks, group: modifiers.lockedGroup, bindings: bindings)
        self.record = record
        watch = TypingWatch(connection, keyboard)
        // The record stands before the first change: the server does things in their order.
        record.write(connection)
        modifiers.unlock(record.unlocked)
        connection.selectAnswers()
    }

    /// The keys at hand in a keymap, the one that takes the mark, and the one that sets Shift.
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

    /// Asks the server for a keymap in which the keys have these meanings, whatever the group.
    func change(to pairs: [UInt8: KeymapPlan.Pair]) {
        hasPrivateKeymap = true
        (lockedGroup, burstsSinceChange) = (nil, 0)
        keyboard.change(XTestKeyboard.bindings(pairs, mark: markKey))
        watch.noteOwnChange()
    }

    /// A key of the person's has put their own keymap in force, and a receiver that has keys to
    /// read would read them by it: Xlib asks for the keymap anew as soon as the news has come, not
    /// at its place among the keys (libX11, XKB.c). A key that means nothing
    /// to programs puts ours in force again.
    func putOurKeymapInForce() {
        guard hasPrivateKeymap, hasUnread, receiver?.answering == nil else { return }
        keyboard.press(markKey, true)
        keyboard.press(markKey, false)
        XFlush(connection.display)
    }

    /// Presses keys. Answers the request that presses each.
    func press(
        _ burst: ArraySlice<SymbolStroke>, _ places: [KeySymbol: KeymapPlan.Place]
    ) -> [UInt] {
        burstsSinceChange += 1
        defer { if isShiftDown { shift(false) } }
        return burst.map { stroke in
            let place = places[stroke.symbol]!
            if place.shifted != isShiftDown { shift(place.shifted) }
            let request = XNextRequest(connection.display)
            if place.key == lastKey {
                keyboard.pressLater(place.key)
            } else {
                keyboard.press(place.key, true)
            }
            keyboard.press(place.key, false)
            lastKey = place.key
            return request
        }
    }

    private func shift(_ isDown: Bool) {
        keyboard.press(shiftKey, isDown)
        isShiftDown = isDown
    }

    // MARK: The way back

    /// Undoes everything, after the receiver has read what was sent. Called in any case,
    /// whether typing ended, failed or was cancelled.
    func end() async {
        do {
            if record != nil {
                // The server first: nobody waits for a window on one that is stopped. Whatever it
                // took until now, the window must have read before the keymap goes.
                if !connection.isLost { connection.beginWork() }
                try await connection.roundTrip()
                try await fence(within: .seconds(1), cancellable: false)
            }
        } catch {
            // A receiver that hangs must not keep the keyboard altered for everybody else.
        }
        undo()
        XSelectInput(connection.display, connection.root, NoEventMask)
        // Also takes from the connection what nobody wants to know any more.
        try? await connection.roundTrip()
    }

    /// Undoes everything at once, without waiting for the receiver. What still waits for its
    /// answer gets it.
    func undo() {
        guard let record else { return }
        // The guardian undoes what can't be undone from here.
        if connection.isLost { return guardian = nil }
        self.record = nil
        watch.end()
        modifiers.lock(record.unlocked)
        if hasPrivateKeymap, keyboard.restore(record.bindings) {
            modifiers.lock(group: record.group)
        }
        SessionRecord.delete(connection)
        claim.release()
        // Last, when the server has all of it.
        guardian?.say(.done)
        guardian = nil
    }
}

extension XConnection {
    /// Asks for the answers to pings, which receivers send to the root window: GTK and Chromium
    /// under the first mask, as the specification has it, Qt 5 under the second (qxcbwindow.cpp).
    func selectAnswers() {
        XSelectInput(display, root, SubstructureNotifyMask | StructureNotifyMask)
    }
}

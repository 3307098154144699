import CX11
import Dictation
import KeyStrokes
import X11Connection

/// One insertion: what is changed in the server for it, and the way back.
final class TypingSession {
    private let connection: XConnection
    private let keyboard: XTestKeyboard
    private let claim: TypingClaim
    private let modifiers: Modifiers
    /// Nil once all is undone.
    private var record: SessionRecord?
    private let markKey: UInt8
    private let shiftKey: UInt8
    private let keys: KeymapPlan.Keys
    private var isShiftDown = false
    private var hasPrivateKeymap = false
    /// Who got keys since the last fence, and may not have read them.
    private var unread: Receiver?

    /// Characters whose last key was sent.
    private(set) var typed = 0

    /// Keys between two waits: about as many as a slow program takes in a tenth of a second,
    /// so that a cancellation stops soon.
    private static let burst = 32

    /// Waits for its turn and for the person's fingers, and notes down what will be undone.
    static func begin(
        _ connection: XConnection, _ keyboard: XTestKeyboard
    ) async throws(Interruption) -> TypingSession {
        try await connection.roundTrip(cancellable: true)
        let claim = try await TypingClaim.acquire(connection)
        keyboard.mend(connection)
        let modifiers = Modifiers(connection: connection, keyboard: keyboard)
        try await modifiers.release()
        do throws(Problem) {
            return try TypingSession(connection, keyboard, claim, modifiers)
        } catch { throw .problem(error) }
    }

    private init(
        _ connection: XConnection, _ keyboard: XTestKeyboard, _ claim: TypingClaim,
        _ modifiers: Modifiers
    ) throws(Problem) {
        let keymap = try keyboard.keymap()
        let (keys, mark, shift) = try Self.keys(keymap, group: modifiers.group)
        self.connection = connection
        self.keyboard = keyboard
        self.claim = claim
        self.modifiers = modifiers
        (markKey, shiftKey) = (mark, shift)
        self.keys = keys

        var bindings: [UInt8: KeyBinding] = [:]
        for key in keys.free + [mark] { bindings[key] = keymap[key] }
        let record = SessionRecord(
            unlocked: modifiers.disturbingLocks, group: modifiers.lockedGroup, bindings: bindings)
        self.record = record
        // The record stands before the first change: the server does things in their order.
        record.write(connection)
        modifiers.unlock(record.unlocked)
        // Where receivers answer pings: GTK and Chromium under the first mask, as the
        // specification has it, Qt 5 under the second (qxcbwindow.cpp).
        XSelectInput(
            connection.display, connection.root, SubstructureNotifyMask | StructureNotifyMask)
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

    // MARK: Typing

    func type(_ strokes: [SymbolStroke]) async throws(Interruption) {
        for part in KeymapPlan(strokes, on: keys).parts {
            if !part.pairs.isEmpty || hasPrivateKeymap { try await change(to: part) }
            var rest = part.strokes
            while !rest.isEmpty {
                let burst = rest.prefix(Self.length(rest))
                try await send(burst, part.places)
                rest = rest[burst.endIndex...]
            }
        }
        try await fence(within: Receiver.patience, cancellable: false)
    }

    /// Strokes to send at once: no character is cut, unless it has very many.
    private static func length(_ strokes: ArraySlice<SymbolStroke>) -> Int {
        let full = strokes.prefix(burst)
        guard let end = full.lastIndex(where: \.endsCharacter) else { return full.count }
        return end + 1 - strokes.startIndex
    }

    private func change(to part: KeymapPlan.Part) async throws(Interruption) {
        // What the receiver hasn't read yet, it would read by the new keymap.
        try await fence(within: Receiver.patience, cancellable: true)
        let pairs = part.pairs.isEmpty ? keys.native : part.pairs
        hasPrivateKeymap = true
        keyboard.change(XTestKeyboard.bindings(pairs, mark: markKey))
        try await connection.roundTrip(checked: "change the keymap of the XTEST keyboard")
    }

    private func send(
        _ burst: ArraySlice<SymbolStroke>, _ places: [KeySymbol: KeymapPlan.Place]
    ) async throws(Interruption) {
        if Task.isCancelled { throw .cancelled }
        guard record != nil else {
            throw .problem(Problem("the sink was closed", why: "in the middle of typing"))
        }
        guard let receiver = Receiver(connection) else {
            if connection.isLost { throw .problem(connection.lost) }
            throw .problem(
                Problem(
                    "there is nothing to type into", why: "no window has the keyboard focus",
                    remedy: "Click into a text field."))
        }
        unread = receiver
        for stroke in burst {
            let place = places[stroke.symbol]!
            if place.shifted != isShiftDown { shift(place.shifted) }
            keyboard.press(place.key, true)
            keyboard.press(place.key, false)
            if stroke.endsCharacter { typed += 1 }
        }
        if isShiftDown { shift(false) }
        // The receiver's pace is the typing's: what is queued can't be taken back.
        if receiver.answering != nil {
            try await fence(within: Receiver.patience, cancellable: true)
        } else {
            try await connection.roundTrip(cancellable: true)
        }
    }

    private func shift(_ isDown: Bool) {
        keyboard.press(shiftKey, isDown)
        isShiftDown = isDown
    }

    /// Suspends until the receiver has read all keys.
    private func fence(within limit: Duration, cancellable: Bool) async throws(Interruption) {
        guard let receiver = unread else { return }
        let hasRead = try await receiver.hasRead(
            connection, within: limit, cancellable: cancellable)
        if hasRead {
            unread = nil
        } else {
            throw .problem(
                Problem(
                    "the focused window does not read its keys",
                    why: "it has not answered for \(limit.components.seconds) s"))
        }
    }

    // MARK: The way back

    /// Undoes everything, after the receiver has read what was sent. Called in any case,
    /// whether typing ended, failed or was cancelled.
    func end() async {
        do {
            try await fence(within: .seconds(1), cancellable: false)
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
        guard let record, !connection.isLost else { return }
        self.record = nil
        if isShiftDown { shift(false) }
        modifiers.lock(record.unlocked)
        if hasPrivateKeymap, keyboard.restore(record.bindings) {
            modifiers.lock(group: record.group)
        }
        SessionRecord.delete(connection)
        claim.release()
    }
}

import CX11
import KeyStrokes
import LinuxRuntime
import MonotonicTime
import Problems
import X11Connection

/// The strokes in bursts, all to the window that got the first one, at the pace at which it reads.
extension TypingSession {
    /// Keys between two waits: about as many as a slow program handles in a tenth of a second, so
    /// that cancellation is quick. Larger bursts, or sending the next burst while this one is read,
    /// are no faster: the receiver is always busy. But GTK draws nothing while there are keys to
    /// read.
    static let burst = 32
    /// How long to watch a program that is never idle between two bursts.
    private static let glance = Duration.milliseconds(200)

    /// How many bursts this many strokes take.
    static func bursts(_ strokes: Int) -> Int { strokes / burst + 1 }

    func type(_ strokes: [SymbolStroke]) async throws(Interruption) {
        do throws(Interruption) { try await send(strokes) } catch {
            throw connection.isLost ? guardian?.cause(of: error) ?? error : error
        }
    }

    private func send(_ strokes: [SymbolStroke]) async throws(Interruption) {
        if roles.controlKey == nil, strokes.contains(where: \.isControlled) {
            throw .problem(
                Problem(
                    "cannot press Ctrl with a key", why: "the keyboard’s layout has no Ctrl",
                    remedy: "Set a keyboard layout with setxkbmap."))
        }
        delivery.left = strokes.count
        delivery.endsWithReturn = strokes.last?.symbol == .return
        let parts = connection.computing { KeymapPlan(strokes, on: keys).parts }
        for part in parts {
            if !part.pairs.isEmpty || present.hasPrivateKeymap {
                try await redefine(part.pairs.isEmpty ? keys.native : part.pairs)
            }
            var rest = part.strokes
            while !rest.isEmpty {
                rest = try await send(burstOf: rest, part.places)
            }
        }
        try await fence(within: Receiver.timeout, cancellable: true)
    }

    /// The strokes to send at once. No character is split, unless it has very many strokes or the
    /// receiver must first read the keys whose text it would insert too late.
    private func burst(of strokes: ArraySlice<SymbolStroke>) -> ArraySlice<SymbolStroke> {
        let full = strokes.prefix(Self.burst)
        if receiver?.holdsCharactersBack == true,
            let turn = full.indices.dropFirst().first(where: {
                full[$0].symbol.isBeyondBMP && !full[$0 - 1].symbol.isBeyondBMP
            })
        {
            return full[..<turn]
        }
        guard let end = full.lastIndex(where: \.endsCharacter) else { return full }
        return full[...end]
    }

    func redefine(_ pairs: [UInt8: KeymapPlan.Pair]) async throws(Interruption) {
        // Keys that the receiver hasn't read yet would be read by the new keymap.
        try await fence(within: Receiver.timeout, cancellable: true)
        try checkLayout()
        change(to: pairs)
        try await connection.roundTrip(checked: "change the keymap of the XTEST keyboard")
        // And a program that applies the new keymap only after its notification, as Chromium does,
        // would read the first key by the old one.
        delivery.hasUnread = true
        try await fence(within: Receiver.timeout, cancellable: true)
    }

    /// Sends one burst. Returns the strokes that are left.
    private func send(
        burstOf strokes: ArraySlice<SymbolStroke>, _ places: [KeySymbol: KeymapPlan.Place]
    ) async throws(Interruption) -> ArraySlice<SymbolStroke> {
        if Task.isCancelled { throw .cancelled }
        guard record != nil else {
            throw .problem(Problem("the sink was closed", why: "in the middle of typing"))
        }
        try await seize()
        let burst = burst(of: strokes)
        let requests = press(burst, places)
        letGo()
        // In that case the server has got nothing of it.
        if connection.isLost { throw .problem(connection.lost) }
        delivery.left -= burst.count
        delivery.hasUnread = true
        delivery.unreadKeys += burst.count
        progress.typed += burst.count(where: \.endsCharacter)
        // What was sent arrives even if this process is killed now, since the guardian ends the
        // connection after it. Without a guardian the server drops what it hasn't handled.
        if guardian != nil { progress.onBurst(progress.typed) }
        try await connection.roundTrip()
        if guardian == nil { progress.onBurst(progress.typed) }
        // Typing follows the receiver's pace: queued keys can't be taken back, and more than it can
        // read in its time at the end would come out wrong.
        try await fence(within: Receiver.timeout, cancellable: true, isInPassing: true)
        try checkArrival(of: burst, requests)
        return strokes[burst.endIndex...]
    }

    /// Suspends until the receiver has read all keys.
    ///
    /// - Parameter isInPassing: whether more keys with the same meanings follow. Then a program
    ///   that is never idle is not watched for long.
    func fence(
        within limit: Duration, cancellable: Bool, isInPassing: Bool = false
    ) async throws(Interruption) {
        guard let receiver, delivery.hasUnread else { return }
        let start = MonotonicClock.nanoseconds
        let hasRead = try await receiver.hasRead(
            connection, within: limit, cancellable: cancellable, keys: delivery.unreadKeys,
            busy: isInPassing && delivery.isNeverAtRest ? Self.glance : Receiver.busy,
            orIsGone: { watch.isReceiverGone })
        if hasRead, receiver.answering == nil,
            MonotonicClock.nanoseconds - start > Receiver.busy.nanoseconds
        {
            delivery.isNeverAtRest = true
        }
        // A window that answers no pings may have gone while its process was checked.
        connection.refresh()
        // A dialog is expected to close when it has read the last Return.
        let isExpected = delivery.left == 0 && delivery.endsWithReturn
        if watch.isReceiverGone ? isExpected : hasRead {
            delivery.hasUnread = false
            delivery.unreadKeys = 0
            progress.read = progress.typed
        } else if watch.isReceiverGone {
            throw closed()
        } else {
            throw .problem(receiver.deafness)
        }
    }

    /// Keys that a window is not known to have read when it was closed don't count: better typed
    /// twice than lost.
    func closed() -> Interruption {
        progress.typed = progress.read
        return .stopped("the window was closed")
    }
}

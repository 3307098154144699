import CX11
import Dictation
import LinuxRuntime
import MonotonicTime
import Problems
import X11Connection

/// A paste: with the former contents of the selections, to be restored.
@X11Actor
final class PasteSession {
    private let link: PasteLink
    private let claim: TypingClaim
    private let receiver: Receiver
    private let keys: [UInt8]
    private let before: [(selection: Atom, snapshot: SelectionSnapshot)]
    private var taken: [(selection: Atom, contents: SelectionContents?)] = []
    private var hasEnded = false

    /// How long a window may take to request the text.
    static let timeout = Duration.seconds(2)
    /// How long it may pause while fetching it.
    private static let fetchingTimeout = Duration.seconds(5)
    /// How long after a fetch it may request the text again, for example in another form.
    private static let grace = Duration.milliseconds(200)

    /// Waits for its turn and until the user has released modifiers, then copies the selections'
    /// contents.
    static func begin(
        _ link: PasteLink, _ chord: PasteChord
    ) async throws(Interruption) -> PasteSession {
        let connection = link.connection
        try await connection.roundTrip(cancellable: true)
        let claim = try await TypingClaim.acquire(connection)
        _ = try link.receiver()
        let selections =
            [connection.atom("CLIPBOARD")] + (chord.pastesPrimary ? [XA_PRIMARY] : [])
        var before: [(Atom, SelectionSnapshot)] = []
        for selection in selections {
            if let contents = link.owner.contents(of: selection) {
                let snapshot = SelectionSnapshot(owner: connection.window, contents: contents)
                before.append((selection, snapshot))
            } else {
                before.append((selection, try await SelectionSnapshot.take(selection, connection)))
            }
        }
        link.remark = try await link.modifiers.release()
        // The focus may have moved in the meantime.
        let receiver = try link.receiver()
        do throws(Problem) {
            let keys = try chord.keys(link.keyboard, group: link.modifiers.group)
            return PasteSession(link, claim, receiver, keys, before)
        } catch { throw .problem(error) }
    }

    private init(
        _ link: PasteLink, _ claim: TypingClaim, _ receiver: Receiver, _ keys: [UInt8],
        _ before: [(selection: Atom, snapshot: SelectionSnapshot)]
    ) {
        self.link = link
        self.claim = claim
        self.receiver = receiver
        self.keys = keys
        self.before = before
    }

    func paste(_ text: String) async throws(Interruption) {
        let time = try await link.connection.serverTime()
        if Task.isCancelled { throw .cancelled }
        let contents = SelectionContents.dictated(text, link.connection)
        for (selection, snapshot) in before {
            let isTaken = link.owner.take(
                selection, from: snapshot.owner, offering: contents, at: time)
            guard isTaken else { throw .problem(rivalry) }
            taken.append((selection, snapshot.contents))
        }
        let client = link.connection.client(of: receiver.window)
        link.owner.paste = SelectionOwner.Paste(client: client)
        link.hearPings(true)
        // Cancelled during the requests to the server: it counts as not pasted.
        if Task.isCancelled { throw .cancelled }
        for key in keys { link.keyboard.press(key, true) }
        for key in keys.reversed() { link.keyboard.press(key, false) }
        XFlush(link.connection.display)
        try await waitForRequest(client)
        try await waitForFetch(client)
    }

    private func waitForRequest(_ client: XID) async throws(Interruption) {
        let owner = link.owner
        let hasAsked = try await link.wait(within: Self.timeout) {
            owner.hasPasted || self.hasEnded
        }
        if hasAsked { return }
        // A hanging window may still have to handle the chord.
        let hasRead = try await receiver.hasRead(
            link.connection, within: Receiver.timeout, cancellable: false)
        // Its request may have come while its process was checked.
        try await link.connection.roundTrip()
        if owner.hasPasted { return }
        guard hasRead else {
            // When it wakes up, it must not paste the former contents of the clipboard.
            owner.bar(client, for: .seconds(60))
            throw .problem(receiver.deafness)
        }
        throw .problem(
            Problem(
                "the focused window took no paste",
                why: "it did not ask for the text within \(Self.timeout.components.seconds) s",
                remedy: "Click into a text field, or choose another paste chord."))
    }

    private func waitForFetch(_ client: XID) async throws(Interruption) {
        let owner = link.owner
        while let transfer = owner.openTransfers(to: client).first {
            let progress = transfer.lastProgress
            let limit = transfer.isIncremental ? Self.fetchingTimeout : Self.grace
            let goesOn = try await link.wait(within: limit) {
                transfer.isComplete || transfer.lastProgress != progress
                    || !owner.openTransfers(to: client).contains { $0 === transfer }
            }
            if goesOn { continue }
            // After a small text it may have kept the property, against the rules.
            if !transfer.isIncremental { break }
            throw .problem(
                Problem(
                    "the focused window stopped in the middle of a paste",
                    why: "it has not read on for \(limit.components.seconds) s"))
        }
        while let last = owner.paste?.lastRequest {
            let rest = last + Self.grace.nanoseconds - MonotonicClock.nanoseconds
            let asksAgain =
                rest > 0
                ? try await link.wait(within: .nanoseconds(rest)) {
                    owner.paste?.lastRequest != last
                } : false
            if !asksAgain { return }
        }
    }

    /// Restores the former contents wherever the text still is. Called in any case, whether the
    /// paste succeeded, failed or was cancelled; calling it again has no effect.
    func end() {
        hasEnded = true
        guard !link.connection.isLost else { return }
        for (selection, contents) in taken {
            link.owner.replace(selection, with: contents)
        }
        taken = []
        link.owner.paste = nil
        link.hearPings(false)
        claim.release()
    }

    private var rivalry: Problem {
        Problem(
            "cannot put the text on the clipboard of “\(link.connection.name)”",
            why: "another program was taking it at the same time",
            remedy: "Try again; stop a program that keeps taking it.")
    }
}

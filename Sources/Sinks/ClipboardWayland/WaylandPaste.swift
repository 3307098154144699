import Dictation
import LinuxRuntime
import MonotonicTime
import Problems
import WaylandClient

/// A paste: with the former contents of the selections, to be restored.
@EventLoopActor
final class WaylandPaste {
    private let link: WaylandPasteLink
    private let chord: PasteChord
    private let abandoned: AbandonedPipes
    private let focus: FocusWatch?
    private let changes: Int?
    private var before: [DataDevice.Selection: ClipboardForms?] = [:]

    /// How long a window may take to request the text.
    private static let timeout = Duration.seconds(2)
    /// How long it may pause while fetching it.
    private static let fetchingTimeout = Duration.seconds(5)
    /// How long after a fetch it may request the text again, for example in another form.
    private static let grace = Duration.milliseconds(200)
    /// Time before the chord for programs that read everything copied, since it is unknown which
    /// program requests it.
    private static let readersTime = Duration.milliseconds(30)
    /// How long the clipboard is kept empty for a hanging window.
    static let hungTimeout = Duration.seconds(60)

    init(
        _ link: WaylandPasteLink, _ chord: PasteChord, _ abandoned: AbandonedPipes,
        _ focus: FocusWatch?
    ) {
        self.link = link
        self.chord = chord
        self.abandoned = abandoned
        self.focus = focus
        changes = focus?.changes
    }

    /// Copies the selections' contents.
    func snapshot() async throws(SinkFailure) {
        before = [:]
        for selection in link.selections(of: chord) {
            before.updateValue(try await contents(of: selection), forKey: selection)
        }
    }

    private func contents(
        of selection: DataDevice.Selection
    ) async throws(SinkFailure) -> ClipboardForms? {
        if let source = link.device.source(of: selection) {
            return link.withheld[selection] ?? source.forms
        }
        let reader = OfferReader(
            connection: link.connection, name: selection.name, abandoned: abandoned)
        while let offer = link.device.offers[selection] {
            let forms = try await reader.readAll(offer)
            // Nothing else was copied in the meantime.
            if link.device.offers[selection] === offer { return forms.isEmpty ? nil : forms }
        }
        return nil
    }

    /// Offers the text, presses the chord, waits until the text was fetched, and restores the
    /// former contents. If it is cancelled before the window requests the text, the window finds
    /// nothing to paste; later, the text counts as pasted. No other event may be handled between
    /// the end of the snapshot and this.
    func paste(_ text: String) async -> SinkFailure? {
        let failure: SinkFailure?
        do throws(SinkFailure) {
            // Once more where another window is noticed, as a new offer: Qt 5 remembers of the
            // former one that it was empty.
            var isPasted = try await isPasted(text)
            if !isPasted, focus != nil { isPasted = try await self.isPasted(text) }
            if !isPasted { throw .nothingPasted(Self.lateness) }
            failure = nil
        } catch { failure = error }
        await bringBack()
        return failure
    }

    /// Answers false if the window asked for the text and got nothing of it.
    private func isPasted(_ text: String) async throws(SinkFailure) -> Bool {
        let forms = ClipboardForms.dictated(text)
        for selection in before.keys { link.device.set(selection, forms) }
        sources = before.keys.compactMap { link.device.source(of: $0) }
        try await press()
        return try await isFetched()
    }

    /// The offers of the text.
    private var sources: [DataSource] = []

    private var requests: Int { sources.reduce(0) { $0 + $1.textRequests } }
    private var completeTexts: Int { sources.reduce(0) { $0 + $1.completeTexts } }
    private var textBytes: Int { sources.reduce(0) { $0 + $1.textBytes } }
    private var isReplaced: Bool { sources.contains { $0.isCancelled } }
    private var (requestsBefore, completeBefore, bytesBefore) = (0, 0, 0)
    /// When the chord was pressed, in ns of the monotonic clock.
    private var pressed: Int64?

    private func press() async throws(SinkFailure) {
        try await roundtrip()
        do throws(Problem) {
            try await link.keyboard.becomeReady()
        } catch { throw .nothingPasted(error) }
        _ = await link.wait(within: Self.readersTime) { false }
        if Task.isCancelled { throw .cancelled }
        if focus?.changes != changes { throw movedFocus }
        if isReplaced { throw .nothingPasted(rivalry) }
        (requestsBefore, completeBefore, bytesBefore) = (requests, completeTexts, textBytes)
        link.queues.note()
        do throws(Problem) {
            try link.keyboard.press(chord)
        } catch { throw .nothingPasted(error) }
        pressed = MonotonicClock.nanoseconds
        var changesBefore = changes
        try await roundtrip { [focus] in changesBefore = focus?.changes }
        if changesBefore != changes { throw movedFocus }
    }

    /// Waits until the window has the text. Answers false if it no longer waited when the text
    /// came: Qt 5 does so for a second (QWaylandDataOffer::readData).
    private func isFetched() async throws(SinkFailure) -> Bool {
        var hasAsked = await link.wait(within: Self.timeout) { requests > requestsBefore }
        if !hasAsked, !Task.isCancelled {
            // This process may have been slow itself, with the request unread.
            try await roundtrip()
            hasAsked = requests > requestsBefore
        }
        if let problem = link.connection.failure { throw link.failure(after: 0, problem) }
        if !hasAsked, Task.isCancelled { throw .cancelled }
        guard hasAsked else {
            throw .nothingPasted(
                Problem(
                    "the focused window took no paste",
                    why: "it did not ask for the text within "
                        + "\(Self.timeout.components.seconds) s",
                    remedy: "Click into a text field. utter config values output.paste_chord"
                        + " prints other keys to paste with."))
        }
        Deadline.current?.renew()
        var last: Int
        repeat {
            last = requests
            // The window has the text, or gets the rest of it from a source that outlives this.
            if Task.isCancelled { return true }
            let isRead = await link.wait(within: Self.fetchingTimeout) {
                !sources.contains { $0.isBeingRead }
            }
            guard isRead || Task.isCancelled else {
                throw Self.halfRead(
                    "it has not read on for \(Self.fetchingTimeout.components.seconds) s")
            }
        } while await link.wait(within: Self.grace) { requests != last }
        if completeTexts > completeBefore || Task.isCancelled { return true }
        if isReplaced { throw .nothingPasted(rivalry) }
        guard textBytes == bytesBefore else { throw Self.halfRead("it has read a part of it") }
        return false
    }

    private static func halfRead(_ why: String) -> SinkFailure {
        .nothingPasted(Problem("the focused window stopped in the middle of a paste", why: why))
    }

    private static let lateness = Problem(
        "the focused window took no paste",
        why: "the text came too late: the computer is busy")

    /// Restores the former contents wherever the text still is.
    private func bringBack() async {
        // Handles copies that the compositor has reported but this process hasn't read.
        try? await link.connection.roundtrip()
        if let pressed, Task.isCancelled, requests == requestsBefore {
            // During its time the window finds neither the former contents nor the text.
            let rest = pressed + Self.timeout.nanoseconds - MonotonicClock.nanoseconds
            link.restore(
                before, after: max(.nanoseconds(rest), WaylandPasteLink.look),
                atMost: Self.hungTimeout)
        } else if link.queues.isRead {
            link.restore(before)
        } else {
            // A hanging window may still have to handle the chord: when it wakes up, it must find
            // neither the former contents nor the text.
            link.restore(before, atMost: Self.hungTimeout)
        }
    }

    private func roundtrip(_ answered: @escaping () -> Void = {}) async throws(SinkFailure) {
        do throws(Problem) {
            try await link.connection.roundtrip(answered)
        } catch { throw link.failure(after: 0, error) }
    }

    private var movedFocus: SinkFailure {
        let problem = Problem(
            "nothing was pasted", why: "the focus moved to another window",
            remedy: "Click into the text field again; utter retype types the text.")
        return SinkFailure(inserted: 0, problem: problem, handsOver: false)
    }

    private var rivalry: Problem {
        Problem(
            "cannot put the text on the clipboard",
            why: "another program was taking it at the same time",
            remedy: "Try again; stop a program that keeps taking it.")
    }
}

extension SinkFailure {
    /// A paste that was given up in time.
    static let cancelled = SinkFailure(inserted: 0, problem: nil)

    /// A paste that came to nothing.
    static func nothingPasted(_ problem: Problem) -> SinkFailure {
        SinkFailure(inserted: 0, problem: problem)
    }
}

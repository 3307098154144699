public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems
import WaylandClient

/// Commits text to the focused field as the seat's input method (input-method-unstable-v2: sway,
/// labwc, Hyprland, river, niri), shows text there that isn't typed yet, and knows the text around
/// the cursor.
///
/// A text is one change for the window, which undoes it as one, and completes, indents or replaces
/// nothing in it as it would with keys. Only for the time of a dictation: a seat has one input
/// method. Windows that don't take part (Xwayland, Chromium as it is), or don't report their
/// text (terminals), are left to the other sinks.
public final class InputMethodSink: TextSink {
    public let name = "input-method"
    public let capabilities: SinkCapabilities = [.deletes, .marksText]

    private let display: String?
    private var link: Link?
    /// The input method, while a dictation lives.
    private var method: WaylandInputMethod?
    private var beginning: Task<Void, Never>?
    /// Why there is no input method for this dictation.
    private var obstacle: Problem?
    private let fieldDocument = FieldDocument()
    /// Whether text is shown that isn't typed yet.
    private var isMarking = false
    /// Whether the window doesn't report all changes, as LibreOffice Writer 7.4. That leaves out,
    /// too, the spaces before a cursor at the end of a sentence, and deletes the text before them.
    private var missesChanges = false
    /// The callers that wait for reports.
    private let waiting = Waiters()

    public var onProgress: @Sendable (Int) -> Void = { _ in }

    private struct Link {
        let connection: WaylandConnection
        let globals: WaylandGlobals
    }

    /// - Parameter display: the compositor's socket as a path or a name in $XDG_RUNTIME_DIR; nil
    ///   for $WAYLAND_DISPLAY.
    public init(display: String? = nil) {
        self.display = display
    }

    public var document: (any Document)? { method == nil ? nil : fieldDocument }

    public func availability() -> Availability {
        do throws(Problem) {
            _ = try WaylandSocket.reachablePath(display: display)
            if let obstacle { throw obstacle }
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    // MARK: The time of a dictation

    public func beginDictation() {
        guard method == nil, beginning == nil else { return }
        beginning = EventLoop.task { [self] in
            do throws(Problem) {
                obstacle = nil
                let link = try await connected()
                let method = try await WaylandInputMethod.begin(
                    on: link.globals, of: link.connection)
                if Task.isCancelled { return }
                method.onReport = { [weak self, weak method] in
                    self?.fieldDocument.field = method?.field
                    self?.waiting.wake()
                }
                fieldDocument.field = method.field
                self.method = method
                waiting.wake()
            } catch {
                obstacle = error
            }
        }
    }

    public func findField() async {
        await beginning?.value
        guard let method else { return }
        await waiting.until({ method.reports > 0 || self.method !== method }, within: Self.timeout)
    }

    /// Asks for it: Chromium doesn't report all that keys have changed by itself.
    public func readDocument() async {
        // The question would remove what is shown.
        guard let method, !isMarking, method.field?.text != nil else { return }
        let earlier = method.reports
        method.ask()
        await waiting.until(
            { method.reports > earlier || self.method !== method }, within: Self.answering)
    }

    /// Leaves the seat and comes back: a window reports its text to an input method that appears.
    public func reopenField() async -> Bool {
        // What is shown would vanish.
        guard !isMarking, let known = method?.field?.text else { return false }
        let missed = missesChanges
        endDictation()
        beginDictation()
        await beginning?.value
        // The first reports may be of no field.
        await waiting.until({ method?.field?.text != nil }, within: Self.timeout)
        guard let text = method?.field?.text else { return false }
        missesChanges = missed || text != known
        return true
    }

    public func endDictation() {
        beginning?.cancel()
        beginning = nil
        if isMarking { method?.show("") }
        method = nil
        fieldDocument.field = nil
        (isMarking, missesChanges) = (false, false)
        waiting.wake()
    }

    /// Returns when the compositor has handled the end of the dictation.
    package func released() async throws(Problem) {
        try await link?.connection.roundtrip()
    }

    private func connected() async throws(Problem) -> Link {
        if let link, link.connection.failure == nil { return link }
        link = nil
        let connection = try WaylandConnection(path: try WaylandSocket.path(display: display))
        let new = Link(connection: connection, globals: try await .all(of: connection))
        link = new
        return new
    }

    public func prepare() async throws(Problem) {
        await beginning?.value
        if let failure = link?.connection.failure { throw failure }
        guard let method else {
            throw obstacle
                ?? Problem(
                    "cannot type as the input method", why: "only a dictation does")
        }
        guard let field = method.field else {
            throw Problem(
                "cannot type as the input method",
                why: "the focused window reports no text field")
        }
        // Without proof a text may be lost: foot 1.13 drops one that crosses a report of its
        // cursor on the way (serial numbers differ).
        guard field.text != nil else {
            throw Problem(
                "cannot type as the input method",
                why: "the focused window doesn't report its text")
        }
    }

    public func close() {
        endDictation()
        link = nil
    }

    // MARK: Typing

    public func ability() async throws(Problem) -> String {
        "can type any text, and knows the text before the cursor"
    }

    /// Line breaks and tabs are keys to a terminal and to a field of one line.
    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] {
        if method?.field?.hints.contains(.multiline) == true { return [] }
        var keys: [Character] = []
        for character in text.string
        where "\n\t\(TypableText.soft)".contains(character) && !keys.contains(character) {
            keys.append(character)
        }
        return keys
    }

    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        var done = 0
        // A committed line break is no key, so it sends nothing.
        for piece in Self.pieces(text.hardened, ofBytes: Self.pieceSize) {
            if Task.isCancelled { throw SinkFailure(inserted: done, problem: nil) }
            let proof = CommitProof(after: try before(done), inserting: piece)
            try await change(proof, after: done) { $0.commit(piece) }
            done += piece.count
            onProgress(done)
        }
    }

    /// Less than a window reports: what it reports then shows the whole of it.
    private static let pieceSize = 1_500

    /// A longer character is left out.
    private static func pieces(_ string: String, ofBytes size: Int) -> [String] {
        string.pieces(ofBytes: size).filter { $0.utf8.count <= size }
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        guard count > 0 else { return }
        let before = try before(0)
        if missesChanges { throw Self.cannotDelete("the window doesn't report all changes") }
        if fieldDocument.isLate { throw Self.cannotDelete("the window reports its text too late") }
        guard method?.field?.text?.selected.isEmpty == true else {
            throw Self.cannotDelete("a key deletes the selection")
        }
        guard before.count >= count else {
            throw Self.cannotDelete("the window doesn't report enough of its text")
        }
        // The protocol counts bytes, GTK 4.8 characters: only where they are the same.
        guard before.suffix(count).utf8.count == count else {
            throw Self.cannotDelete("some windows count bytes, others characters")
        }
        let proof = CommitProof(after: before, deleting: count, inserting: "")
        try await change(proof, after: 0) { $0.commit("", deletingBefore: count) }
    }

    /// Another sink deletes by keys.
    private static func cannotDelete(_ why: String) -> SinkFailure {
        SinkFailure(
            inserted: 0, problem: Problem("cannot delete as the input method", why: why))
    }

    public func setMarkedText(_ text: TypableText) async throws(SinkFailure) {
        guard let method, method.field?.text != nil else { throw lost(after: 0) }
        // The part that is near the cursor.
        let shown = Self.pieces(text.string, ofBytes: WaylandInputMethod.longestText).last ?? ""
        if shown.isEmpty, !isMarking { return }
        method.show(String(shown.map { $0.isNewline ? " " : $0 }))
        isMarking = !shown.isEmpty
        do throws(Problem) {
            try await link?.connection.roundtrip()
        } catch {
            throw SinkFailure(inserted: 0, problem: Task.isCancelled ? nil : error)
        }
    }

    /// The text before the cursor.
    private func before(_ done: Int) throws(SinkFailure) -> String {
        guard let text = method?.field?.text else { throw lost(after: done) }
        return text.before
    }

    private func lost(after count: Int) -> SinkFailure {
        SinkFailure(
            inserted: count,
            problem: Problem(
                "typing stopped after \(count) characters",
                why: "the focus left the text field",
                remedy: "Click into a text field; utter retype types the rest."),
            handsOver: count == 0)
    }

    /// Makes a change, and waits until the window reports it.
    private func change(
        _ proof: CommitProof, after count: Int, _ make: (WaylandInputMethod) -> Void
    ) async throws(SinkFailure) {
        guard let method, let link else { throw lost(after: count) }
        let (earlier, wasLate) = (method.reports, fieldDocument.isLate)
        make(method)
        isMarking = false
        do throws(Problem) {
            try await link.connection.roundtrip()
        } catch {
            throw SinkFailure(
                inserted: count, problem: Task.isCancelled ? nil : error,
                handsOver: !link.connection.isHung)
        }
        let (known, busy) = (
            Deadline(Self.timeout), Deadline(Deadline.limit(Self.busyTimeout))
        )
        // How often the window has answered since, and the last answer.
        var (answers, last) = (0, earlier)
        func verdict() -> CommitProof.Verdict? {
            method.field?.text.map { proof.verdict(on: $0.before) }
        }
        while !Task.isCancelled {
            let isOver = await waiting.until(
                { [.arrived, nil].contains(verdict()) }, within: Self.pauseBeforeAsking)
            if isOver {
                fieldDocument.late = nil
                return
            }
            if method.reports > last { (answers, last) = (answers + 1, method.reports) }
            let isBusy = answers < Self.leastAnswers && verdict() == .unchanged
            if (isBusy ? busy : known).remaining == .zero { break }
            // Firefox reports the former text, and the present one only when asked.
            if method.reports > earlier { method.ask() }
        }
        // Another text: the window has changed it, as a spelling correction does, or the user has
        // typed. Few answers: they may be those to earlier changes; the window is busy, and will read
        // what the compositor sent.
        guard answers >= Self.leastAnswers, verdict() == .unchanged else {
            let isLate = answers > 0 && (wasLate || verdict() == .unchanged)
            fieldDocument.late = isLate ? method.field?.text : nil
            return
        }
        throw SinkFailure(
            inserted: count,
            problem: Problem(
                "the text was not typed", why: "the window did not take it",
                remedy: "Click into a text field; utter retype types the text."),
            handsOver: false)
    }

    /// How long a window that answers may take to report a change.
    private static let timeout = Duration.seconds(1)
    /// How long it may be busy.
    private static let busyTimeout = Duration.seconds(4)
    /// So many answers, with a pause before each, are not only those to what was shown before.
    private static let leastAnswers = 5
    private static let pauseBeforeAsking = Duration.milliseconds(50)
    /// For a window to answer when nothing has changed: it takes some milliseconds.
    private static let answering = Duration.milliseconds(30)
}

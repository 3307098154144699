import LinuxRuntime
import Problems

/// Commits one text after the other to a field, each when the one before has arrived.
///
/// Mutter hands a committed text to the window when it has nothing else to do; another one that
/// comes before replaces it (meta_wayland_text_input_focus_commit_text and _defer_done in
/// src/wayland/meta-wayland-text-input.c): of texts without a gap between them, two thirds were
/// lost. So each waits for the window's own word that the text is before the cursor, and another
/// one for the shell's word that it has nothing else to do, and a gap. Wayland's terminals give no
/// word of theirs; Firefox's may be about an earlier text, which is equal if a text is typed again.
/// X11's input method protocol has no such word either, and Xlib mixes texts up that a window
/// hasn't read; but the cursor moves when it has.
@EventLoopActor
struct Delivery {
    private let turn: IBusTurn
    private let shell: (@EventLoopActor @Sendable () async throws(Problem) -> Void)?
    /// Whether the window has told of a change within `timeout`.
    private(set) var answers = true
    /// Whether no text was committed that the window tells of.
    private var isFirst = true

    /// Between two texts, after the shell has answered.
    private static let gap = Duration.milliseconds(20)
    /// For the window to tell that something has changed. It takes it some 3 ms; one that is busy
    /// gets its texts in order all the same.
    private static let timeout = Duration.seconds(1)
    /// For an X11 window to tell that its cursor has moved; it doesn't if the cursor is where it was,
    /// at the end of a full line.
    private static let cursorTimeout = Duration.milliseconds(300)
    /// For it to tell the text itself: some tell changes in between, and some change the text.
    private static let settling = Duration.milliseconds(100)

    init(
        _ turn: IBusTurn, _ shell: (@EventLoopActor @Sendable () async throws(Problem) -> Void)?
    ) {
        (self.turn, self.shell) = (turn, shell)
    }

    /// Commits a text, and returns when it has arrived as far as that can be known.
    ///
    /// - Parameter isLast: whether no other text follows at once.
    /// - Throws: a problem if the field has lost the focus, or the shell hangs; then it is unknown
    ///   whether the text has arrived.
    mutating func commit(_ text: String, isLast: Bool) async throws(Problem) {
        guard let field = turn.field else { throw await loss }
        do {
            try turn.engine.commit(text)
        } catch {
            throw Problem("typing stopped", why: "\(error)")
        }
        if answers, field.capabilities.contains(.surroundingText) {
            answers = await change(after: field)
            if answers, await !isProven(text, in: field) {
                guard !isFirst else {
                    throw Problem(
                        "the text was not typed", why: "the window did not take it",
                        remedy: "Click into a text field; utter retype types the text.")
                }
                // It may have told only now that it has the text before.
                answers = false
            }
            isFirst = false
        }
        if field.isX11, field.hasCursor {
            await turn.engine.news.until(
                { turn.field.map { $0.cursorMoves > field.cursorMoves } ?? true },
                within: Deadline.limit(Self.cursorTimeout))
        }
        if !isLast || !answers || !field.capabilities.contains(.surroundingText) {
            try await shell?()
            try? await EventLoop.shared.sleep(for: Self.gap)
        }
        guard turn.field == nil, !Task.isCancelled else { return }
        // It may have told of the text before.
        if let lost = turn.engine.lost, lost.reports > field.reports,
            lost.surrounding?.shows(text) == true
        {
            return
        }
        throw await loss
    }

    /// Waits until the window tells that a text is before the cursor, or another one than before.
    ///
    /// - Returns: false if it tells the former text.
    private func isProven(_ text: String, in field: IBusField) async -> Bool {
        await turn.engine.news.until(
            { turn.field?.surrounding?.shows(text) ?? true }, within: Self.settling)
        // It may first tell that the words are gone that were shown.
        let isChanged = await turn.engine.news.until(
            { turn.field.map { $0.surrounding != field.surrounding } ?? true },
            within: Deadline.limit(Self.timeout))
        return field.surrounding == nil || isChanged || Task.isCancelled
    }

    /// Deletes characters (grapheme clusters) before the cursor.
    ///
    /// - Returns: false, without deleting anything, if the window doesn't tell enough of the text
    ///   before the cursor.
    /// - Throws: as ``commit(_:isLast:)``.
    func deleteBackward(_ count: Int) async throws(Problem) -> Bool {
        // The window is asked for it when the turn begins.
        await turn.engine.news.until(
            { turn.field.map { $0.surrounding != nil } ?? true }, within: Self.settling)
        guard let field = turn.field else { throw await loss }
        guard field.capabilities.contains(.surroundingText), let known = field.surrounding,
            known.selected.isEmpty, known.before.count >= count
        else { return false }
        let left = String(known.before.dropLast(count))
        do {
            try turn.engine.deleteBackward(
                field.length(of: known.before) - field.length(of: left))
        } catch {
            throw Problem("deleting stopped", why: "\(error)")
        }
        _ = await change(after: field)
        guard let now = turn.field else { throw await loss }
        guard let before = now.surrounding?.before, Self.shows(before, left, after: known.before)
        else {
            if let told = field.told, now.told == told {
                let place = field.length(of: left)
                turn.engine.untold = UntoldDeletion(
                    told, leaving: ToldText(left + known.after, cursor: place, anchor: place))
            }
            throw Problem(
                "deleting stopped", why: "the window has not reported that the text is gone",
                remedy: "Check the text; “utter last” has the text.")
        }
        return true
    }

    /// Whether a window has told that this is left of a text. What it tells of a long one begins
    /// elsewhere afterwards. LibreOffice Writer tells no spaces where the cursor is at the end of a
    /// sentence.
    private static func shows(_ told: String, _ left: String, after old: String) -> Bool {
        if left.isEmpty || told.hasSuffix(left.suffix(32)) { return true }
        let end = String(left.suffix(32).reversed().drop { $0 == " " }.reversed())
        return told != old && (end.isEmpty ? told.isEmpty : told.hasSuffix(end))
    }

    /// Waits until the window tells of a change; returns whether it has.
    private func change(after field: IBusField) async -> Bool {
        await turn.engine.news.until(
            { turn.field.map { $0.reports > field.reports } ?? true },
            within: Deadline.limit(Self.timeout))
    }

    /// Why the field is gone.
    private var loss: Problem {
        get async {
            await turn.settleStandstill()
            return Problem(
                "typing stopped",
                why: turn.standstill.map {
                    "utter was held up for \($0.seconds) s in the middle of it"
                } ?? "the text field lost the focus",
                remedy: "Click into a text field; utter retype types the rest.")
        }
    }
}

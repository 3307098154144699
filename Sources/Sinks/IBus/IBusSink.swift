public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems

/// Commits text to the field that has the focus, through an engine of IBus's: any text, whatever
/// the layout has. Where the desktop gives each text field to IBus, as GNOME Shell does on Wayland,
/// it needs no other sink; elsewhere (``IBusSinkOptions/hasEachField``) some windows have no field
/// for it.
///
/// Our engine is in force only while a text is committed, while words are shown in the field that
/// aren't committed yet, and for a moment whenever the field must be known. The user's own one comes
/// back afterwards; after a crash, at the next start.
///
/// No text goes into a field for passwords unless the user wants that, nor where no field has the
/// focus. If the field loses
/// the focus, the rest is kept. A text that IBus can't carry whole to an X11 window is left to another
/// sink.
public final class IBusSink: TextSink {
    public let name = "ibus"
    public let capabilities: SinkCapabilities = [.anyText, .deletes, .marksText]
    public var onProgress: @Sendable (Int) -> Void = { _ in }

    private let options: IBusSinkOptions
    private var link: IBusLink?
    /// The problem that the last `prepare` found.
    private var lack: Problem?
    private lazy var turns = EngineTurns { [weak self] () async throws(Problem) in
        guard let self else { throw Self.closed }
        let link = try await connected()
        return try await IBusTurn.begin(
            on: link, record: options.record, guardian: guardian(on: link), pause: options.pause,
            interrupting: options.interruptsInputMethod)
    }
    /// The one for all turns of a dictation.
    private var guardian: EngineGuardian?
    private lazy var field = IBusDocument(turns)
    private var isDictating = false
    /// The first look at the field.
    private var finding: Task<Void, Never>?
    /// Whether words are shown in the field that aren't committed yet.
    private var isMarking = false

    public init(_ options: IBusSinkOptions) { self.options = options }

    public var document: (any Document)? { isDictating ? field : nil }

    /// Whether the daemon of IBus has left its address and, once `prepare` has connected, has
    /// answered.
    public func availability() -> Availability {
        do throws(Problem) {
            _ = try address()
            if let lack { throw lack }
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    /// Connects, and puts the user's engine in force if a process has ended without doing so.
    public func prepare() async throws(Problem) {
        if let link, link.isOpen { return }
        link = nil
        await turns.discardOver()
        do throws(Problem) {
            let link = try await IBusLink.open(try address())
            if let record = options.record { try await IBusTurn.restore(on: link, record: record) }
            self.link = link
            lack = nil
        } catch {
            if !Task.isCancelled { lack = error }
            throw error
        }
    }

    private func address() throws(Problem) -> String {
        if let address = IBusAddress.find(options.environment) { return address }
        throw Problem(
            "cannot type through IBus", why: "its daemon has left no address in ~/.config/ibus/bus",
            remedy: "Install ibus, and log in again.")
    }

    /// The characters that are too long for one message.
    ///
    /// - Throws: a problem if an input method is active that mustn't be interrupted.
    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] {
        let link = try await connected()
        do {
            // The engine that is in force is ours then.
            if !turns.isHeld {
                try IBusTurn.check(
                    try await link.globalEngine(), interrupting: options.interruptsInputMethod)
            }
        } catch {
            throw error as? Problem ?? IBusLink.unreachable(reason(of: error))
        }
        var seen: Set<Character> = []
        return text.string.filter {
            $0.utf8.count > CommitChunks.longest && seen.insert($0).inserted
        }.map(\.self)
    }

    public func ability() async throws(Problem) -> String {
        _ = try await untypable(TypableText(cleaning: "", lineBreaks: .space))
        return "can type any text into the text field that has the focus"
    }

    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        _ = try await untypable(text)
        return SinkExplanation(
            summary: "commits any text to the text field that has the focus, through IBus")
    }

    /// Commits a text.
    ///
    /// - Throws: how many characters the field got for certain.
    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        if text.isEmpty { return }
        try await inField { (turn, field) throws(SinkFailure) in
            // Both arrive as one change.
            if isMarking { try show("", in: turn) }
            // Of a program that was killed, IBus's own for that protocol keeps the field.
            guard !field.isX11 || options.hasEachField && CommitChunks.isCarriedByX11(text) else {
                throw SinkFailure(inserted: 0, problem: Self.lossy)
            }
            var delivery = Delivery(turn, options.shell)
            var inserted = 0
            let chunks = CommitChunks.chunks(of: text, for: field)
            for (index, chunk) in chunks.enumerated() {
                if Task.isCancelled { throw SinkFailure(inserted: inserted, problem: nil) }
                do throws(Problem) {
                    try await delivery.commit(chunk, isLast: index == chunks.count - 1)
                } catch {
                    throw Self.failure(after: inserted, error)
                }
                inserted += chunk.count
                onProgress(inserted)
                Deadline.current?.renew()
            }
            self.field.isCurrent = delivery.answers
            self.field.typed = turn.field.flatMap { $0.surrounding == nil ? nil : $0 }
        }
    }

    /// Deletes characters where the field tells the text before the cursor.
    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        if count <= 0 { return }
        try await inField { (turn, _) throws(SinkFailure) in
            let delivery = Delivery(turn, options.shell)
            let isDeleted: Bool
            do throws(Problem) {
                isDeleted = try await delivery.deleteBackward(count)
            } catch {
                throw Self.failure(after: 0, error)
            }
            // Another sink may press the key Backspace.
            if !isDeleted { throw SinkFailure(inserted: 0, problem: Self.cannotDelete) }
        }
    }

    private static let lossy = Problem(
        "cannot type this text through IBus",
        why: "the window is one of X11, to which IBus loses some characters, such as dashes",
        remedy: "utter config set output.sinks '[\"ibus\", \"clipboard\", \"uinput\"]' pastes into"
            + " such windows.")

    private static let cannotDelete = Problem(
        "cannot delete text through IBus",
        why: "this text field doesn’t report the text before the cursor")

    /// Disconnects. What is in progress ends by itself.
    public func close() {
        endDictation()
        link = nil
    }

    // MARK: The time of a dictation

    public func beginDictation() {
        if isDictating { return }
        isDictating = true
        field.isCurrent = true
        finding = EventLoop.task { [weak self] in await self?.look(.end) }
    }

    public func findField() async { await finding?.value }

    public func readDocument() async {
        guard isDictating else { return }
        await finding?.value
        await look(.linger)
    }

    public func endDictation() {
        finding?.cancel()
        (isDictating, isMarking, finding) = (false, false, nil)
        guardian = nil
        turns.release(forgetting: true)
    }

    /// Learns what the window tells of the field, unless it is telling it all the time.
    private func look(_ rest: EngineTurns.Rest) async {
        if turns.isHeld { return }
        let told = turns.field
        guard let turn = try? await turns.enter() else { return }
        if told == nil {
            await turn.settle(told: field.typed, within: Self.rememberedTelling)
        } else {
            await turn.settle(told: told)
        }
        await turns.leave(isMarking ? .hold : rest)
    }

    /// For a window to tell its text that told it after the last dictation: it may have been
    /// emptied.
    private static let rememberedTelling = Duration.milliseconds(300)

    // MARK: Marked text

    public var canMark: Bool { isDictating && turns.field.map(shows) ?? false }

    /// Whether a field shows words: not in terminals, nor by X11's input method protocol. One of
    /// which no text is known may be empty: IBus doesn't pass an empty text on to an engine that has
    /// heard of no other (bus_engine_proxy_set_surrounding_text in its bus/engineproxy.c).
    private func shows(_ field: IBusField) -> Bool {
        options.hasEachField && !field.isX11 && !field.isSecret && field.purpose != .terminal
    }

    public func setMarkedText(_ text: TypableText) async throws(SinkFailure) {
        let shown =
            String(text.string.map { $0 == "\t" || $0.isNewline ? " " : $0 })
            .pieces(ofBytes: CommitChunks.longest).last ?? ""
        if shown.isEmpty, !isMarking { return }
        let told = turns.field
        try await inTurn { turn throws(SinkFailure) in
            if !shown.isEmpty {
                // A password's may be known by its bullets.
                if !isMarking { await turn.settle(told: told) }
                guard shows(try check(turn.field)) else {
                    throw SinkFailure(inserted: 0, problem: Self.cannotShow)
                }
            }
            try show(shown, in: turn)
        }
    }

    private func show(_ text: String, in turn: IBusTurn) throws(SinkFailure) {
        do {
            try turn.engine.show(text)
            isMarking = !text.isEmpty
        } catch {
            throw SinkFailure(inserted: 0, problem: IBusLink.unreachable(reason(of: error)))
        }
    }

    private static let cannotShow = Problem(
        "cannot show text that isn’t typed yet", why: "this window is a terminal or one of X11")

    // MARK: -

    private func connected() async throws(Problem) -> IBusLink {
        try await prepare()
        guard let link else { throw Self.closed }
        return link
    }

    /// The guardian of the next turn.
    private func guardian(on link: IBusLink) -> EngineGuardian? {
        if let guardian, guardian.serves(link) { return guardian }
        let new = options.record.flatMap { EngineGuardian(on: link, record: $0) }
        guardian = isDictating ? new : nil
        return new
    }

    private static let closed = Problem("cannot type through IBus", why: "it was closed")

    /// Works with the field that has the focus, if text may go there.
    private func inField(
        _ body: (IBusTurn, IBusField) async throws(SinkFailure) -> Void
    ) async throws(SinkFailure) {
        try await inTurn { turn throws(SinkFailure) in
            try await body(turn, try check(turn.field))
        }
    }

    private func inTurn(
        _ body: (IBusTurn) async throws(SinkFailure) -> Void
    ) async throws(SinkFailure) {
        let turn: IBusTurn
        do throws(Problem) {
            turn = try await turns.enter()
        } catch {
            throw SinkFailure(inserted: 0, problem: Task.isCancelled ? nil : error)
        }
        var failure: SinkFailure?
        do throws(SinkFailure) {
            try await body(turn)
        } catch { failure = error }
        await turns.leave(isMarking ? .hold : .end)
        if let failure { throw failure }
    }

    /// The field, if text may go there.
    private func check(_ field: IBusField?) throws(SinkFailure) -> IBusField {
        guard let field, !field.isNone else {
            throw SinkFailure(
                inserted: 0, problem: Self.noField, handsOver: !options.hasEachField)
        }
        if field.isSecret, !options.typesPasswords {
            throw SinkFailure(
                inserted: 0,
                problem: Problem(
                    "nothing was typed", why: "the focus is in a password field",
                    remedy: "Click into another field; utter retype types the text."),
                handsOver: false)
        }
        return field
    }

    private static let noField = Problem(
        "nothing was typed", why: "no text field has the focus",
        remedy: "Click into a text field; utter retype types the text. utter doctor says what types"
            + " into windows that take no text from IBus.")

    /// Elsewhere the rest would be typed into another window, or by keys in the middle of a text.
    private static func failure(after count: Int, _ problem: Problem) -> SinkFailure {
        SinkFailure(
            inserted: count, problem: Task.isCancelled ? nil : problem, handsOver: false)
    }
}

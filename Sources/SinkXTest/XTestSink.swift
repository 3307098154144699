public import Dictation
public import DictationParts
import KeyStrokes
import LinuxRuntime
import X11Connection

/// Types into the focused window of an X display with the fake keys of the XTEST extension.
///
/// The symbols that the layout lacks are given to keys of the XTEST keyboard alone, for the time
/// of an insertion, so that any text can be typed and the person's own keyboard stays as it is.
/// What a killed process left changed is mended by the next `prepare` or insertion.
public final class XTestSink: TextSink {
    public let name = "xtest"
    public let capabilities: SinkCapabilities = [.anyText, .deletes, .knowsTarget, .pressesKeys]

    private let displayName: String?
    private var link: (connection: XConnection, keyboard: XTestKeyboard)?
    private var session: TypingSession?
    private var isBusy = false
    private var person: PersonEvents?
    public private(set) var remark: Problem?
    public var onProgress: (Int) -> Void = { _ in }

    /// - Parameter display: the display's name (X(7)), for instance `:0`; nil for $DISPLAY.
    public init(display: String? = nil) {
        displayName = display
    }

    /// Whether the display's server takes connections.
    public func availability() -> Availability {
        DisplayName.availability(displayName)
    }

    /// Connects, or connects anew if the server has died since.
    public func prepare() async throws(Problem) {
        do throws(Interruption) {
            let (connection, keyboard) = try connect()
            if SessionRecord.read(connection) != nil {
                let guardian = TypingGuardian(connection)
                defer { if !connection.isLost { guardian?.say(.done) } }
                let claim = try await TypingClaim.acquire(connection, guardian)
                keyboard.mend(connection)
                claim.release()
            }
            try await connection.roundTrip()
        } catch {
            throw error.ofConnecting
        }
    }

    /// Types a text. Returns when the window has read it: one that answers _NET_WM_PING says so,
    /// of others (xterm) the kernel tells. One of another person, or whose program has threads,
    /// gets 60 ms, and more while its process is busy.
    ///
    /// It stops when the window loses the focus or is closed, or when the person types. A window
    /// that others give the focus to gets nothing: what was sent before went to the first one, and
    /// is counted.
    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        let strokes: [SymbolStroke]
        do { strokes = try SymbolStroke.typing(text) } catch {
            throw SinkFailure(inserted: 0, problem: error)
        }
        try await type(strokes)
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        try await type(SymbolStroke.deleting(count))
    }

    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        try await type(SymbolStroke.pressing(key, count))
    }

    /// X tells nothing of a window's text.
    public var documentContextBeforeInput: String? { nil }

    /// The focused window's number and class.
    public var focusedTarget: SinkTarget? {
        guard let (connection, _) = try? connect(),
            let window = Receiver.focused(connection)
        else { return nil }
        return Receiver.target(window, connection)
    }

    /// Disconnects. An insertion in progress ends with a failure, its changes undone.
    public func close() {
        stopWatchingPerson()
        session?.undo()
        session = nil
        link = nil
    }

    public func watchPerson(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping () -> Void
    ) async -> Bool {
        stopWatchingPerson()
        // A connection of its own: the other one's events belong to whoever types.
        person = try? PersonEvents(DisplayName(displayName), ignoring: keys, onTouch)
        return person != nil
    }

    public func stopWatchingPerson() { person = nil }

    /// What the keys mean now, as a typing session would find them, and the key that sets Shift.
    func keysOfLayout() throws(Problem) -> (keys: KeymapPlan.Keys, shift: UInt8) {
        do throws(Interruption) {
            let (connection, keyboard) = try connect()
            do throws(Problem) {
                let group = Modifiers(connection: connection, keyboard: keyboard).group
                let found = try TypingSession.keys(keyboard.keymap(), group: group)
                return (found.keys, found.shift)
            } catch { throw .problem(error) }
        } catch {
            throw error.ofConnecting
        }
    }

    // MARK: -

    private func connect() throws(Interruption) -> (XConnection, XTestKeyboard) {
        if !isBusy { link?.connection.refresh() }
        if let link, !link.connection.isLost { return link }
        link = nil
        do throws(Problem) {
            let connection = try XConnection(DisplayName(displayName))
            let keyboard = try XTestKeyboard(connection)
            link = (connection, keyboard)
            return (connection, keyboard)
        } catch {
            throw .problem(error)
        }
    }

    private func type(_ strokes: [SymbolStroke]) async throws(SinkFailure) {
        if strokes.isEmpty { return }
        guard !isBusy else {
            throw SinkFailure(
                inserted: 0,
                problem: Problem("cannot type two texts at once", why: "one is being typed"))
        }
        var typed = 0
        remark = nil
        defer { isBusy = false }
        do throws(Interruption) {
            let (connection, keyboard) = try connect()
            // From here on the connection's events are this task's.
            isBusy = true
            person?.typingBegins()
            defer { person?.typingEnded() }
            let session = try await TypingSession.begin(connection, keyboard)
            self.session = session
            session.onProgress = onProgress
            let failure = await Interruption.of { () throws(Interruption) in
                try await session.type(strokes)
            }
            await session.end()
            self.session = nil
            (typed, remark) = (session.typed, session.remark)
            if let failure { throw failure }
        } catch {
            throw error.failure(after: typed)
        }
    }
}

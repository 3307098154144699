public import Dictation
public import DictationParts
import Glibc
import KeyStrokes
import LinuxRuntime
import MonotonicTime
public import Problems
import WaylandClient

/// Types through the compositor's virtual-keyboard protocol (virtual-keyboard-unstable-v1 of
/// wlroots: sway, Hyprland, river, labwc, Wayfire, niri, COSMIC), with a keymap made for the text.
///
/// Any text can be typed, in Wayland's windows and Xwayland's; in windows of Chromium through its
/// entry of code points where needed. Keys that the user holds don't matter: the virtual keyboard
/// has its own modifiers.
///
/// Typing stops when the focus moves, if the compositor reports it
/// (wlr-foreign-toplevel-management: sway, Hyprland, river, labwc, Wayfire, niri). No request can
/// be bound to a window, so what is in transit at that moment goes to the other one: at most one
/// character, or four if the compositor answers slowly. On others (COSMIC) the rest of the text
/// follows the focus.
///
/// Where the compositor reads its keys with the seat's layout (`KeyReading`), only what that layout
/// has can be typed, and the keys that the user holds count.
public final class VirtualKeyboardSink: TextSink {
    public let name = "virtual-keyboard"
    public var capabilities: SinkCapabilities {
        let keys: SinkCapabilities = [.deletes, .selects, .pressesKeys, .movesCursor]
        return session?.reading.isSeats == true ? keys : keys.union(.anyText)
    }

    private let display: String?
    private let hasX11Windows: Bool
    var session: Session?
    /// The last planner for the seat's layout, used again while that stays the same.
    var planner: StrokePlanner?
    /// The problem that the last `prepare` found in the compositor at this path.
    private var lack: (path: String, problem: Problem)?

    public var onProgress: @Sendable (Int) -> Void = { _ in }

    struct Session {
        let connection: WaylandConnection
        let globals: WaylandGlobals
        let keyboard: TypingKeyboard
        let reading: KeyReading
        let queues: ReceiverQueues
    }

    /// - Parameters:
    ///   - display: the compositor's socket as a path or a name in $XDG_RUNTIME_DIR; nil for
    ///     $WAYLAND_DISPLAY.
    ///   - hasX11Windows: whether the focused window may be one of Xwayland; nil for whether
    ///     $DISPLAY is set.
    public init(display: String? = nil, hasX11Windows: Bool? = nil) {
        self.display = display
        self.hasX11Windows = hasX11Windows ?? (getenv("DISPLAY") != nil)
    }

    /// Whether there is a compositor's socket and, once `prepare` has connected, whether the
    /// compositor has the protocol.
    public func availability() -> Availability {
        do throws(Problem) {
            let path = try WaylandSocket.reachablePath(display: display)
            if let lack, lack.path == path { throw lack.problem }
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    public func prepare() async throws(Problem) {
        if let session, session.connection.failure == nil { return }
        session = nil
        let path = try WaylandSocket.path(display: display)
        let connection = try WaylandConnection(path: path)
        let globals = try await WaylandGlobals.all(of: connection)
        guard globals.canType else {
            let problem = Self.lackOfProtocol
            lack = (path, problem)
            throw problem
        }
        lack = nil
        // Before the first key: Smithay sends a keyboard that is bound later the seat's keymap.
        let keymap = SeatKeymap(globals)
        let keyboard = try await TypingKeyboard.plugged(into: globals)
        session = Session(
            connection: connection, globals: globals, keyboard: keyboard,
            reading: KeyReading(keymap ?? SeatKeymap(globals)),
            queues: ReceiverQueues(of: connection))
    }

    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        try await type { () throws(Problem) in
            try SymbolStroke.typing(text)
        } byLayout: {
            $0.planned(text.string)
        }
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        try await type {
            SymbolStroke.deleting(count)
        } byLayout: { _ in
            PlannedTyping(.deleting, times: max(0, count))
        }
    }

    public func selectBackward(_ count: Int) async throws(SinkFailure) {
        try await type {
            SymbolStroke.selecting(count)
        } byLayout: { _ in
            PlannedTyping(.selecting, times: max(0, count))
        }
    }

    public func moveCursor(by offset: Int) async throws(SinkFailure) {
        try await type {
            SymbolStroke.moving(offset)
        } byLayout: { _ in
            PlannedTyping(.moving(by: offset), times: abs(offset))
        }
    }

    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        try await type {
            SymbolStroke.pressing(key, count)
        } byLayout: { planner throws(Problem) in
            PlannedTyping(try .pressing(key, on: planner), times: max(0, count))
        }
    }

    public func close() {
        session = nil
    }

    // MARK: Typing

    /// Types strokes on the keymap of our own or, where the compositor reads keys with the seat's, a
    /// plan for its layout.
    private func type(
        _ strokes: () throws(Problem) -> [SymbolStroke],
        byLayout plan: (StrokePlanner) throws(Problem) -> PlannedTyping
    ) async throws(SinkFailure) {
        guard let session else {
            throw SinkFailure(
                inserted: 0,
                problem: Problem("cannot type through Wayland", why: "not connected"))
        }
        let focus: FocusWatch?
        do throws(Problem) {
            focus = try await FocusWatch.begin(on: session.globals)
        } catch {
            throw session.failure(after: 0, error)
        }
        defer { focus?.end() }
        let planned: PlannedTyping?
        let symbols: [SymbolStroke]
        do throws(Problem) {
            planned = try await layoutPlanner().map(plan)
            symbols = planned == nil ? try strokes() : []
        } catch {
            throw session.failure(after: 0, error)
        }
        if let planned {
            try await type(planned, session, focus)
        } else {
            try await type(symbols, session, focus)
        }
    }

    private func type(
        _ strokes: [SymbolStroke], _ session: Session, _ focus: FocusWatch?
    ) async throws(SinkFailure) {
        let changes = focus?.changes
        var strokes = strokes
        if strokes.contains(where: \.symbol.isBeyondBMP),
            let program = focus?.focusedProgram, ChromiumWindow.isOne(program)
        {
            strokes = SymbolStroke.enteringNumbers(strokes)
        }
        let bursts = TypingBurst.plan(
            strokes, on: session.keyboard.slots,
            redefining: !hasX11Windows || session.timeToRead <= .zero,
            size: focus == nil ? VirtualKeyboard.longestBurst : TypingBurst.watchedSize)
        var typed = 0
        var (rest, size) = (bursts[...], 1)
        while let first = rest.first {
            let group = TypingBurst.group(rest, size)
            do throws(Problem) {
                try await makeReady(session, for: group)
            } catch {
                throw session.failure(after: typed, error)
            }
            if focus?.changes != changes { throw Self.lostFocus(focus, after: typed) }
            if first.startsCharacter, Task.isCancelled {
                throw SinkFailure(inserted: typed, problem: nil)
            }
            var changesBefore: Int?
            let start = MonotonicClock.nanoseconds
            do throws(Problem) {
                try await session.type(group) { changesBefore = focus?.changes }
            } catch {
                throw session.failure(after: typed, error)
            }
            // Reported before the answer: the focus moved before the group, which went elsewhere.
            if changesBefore != changes { throw Self.lostFocus(focus, after: typed) }
            let isSlow = MonotonicClock.nanoseconds - start > Self.slowAnswer
            size = focus != nil && isSlow ? TypingBurst.groupSize : 1
            typed += group.reduce(0) { $0 + $1.strokes.count { $0.endsCharacter } }
            onProgress(typed)
            rest = rest[group.endIndex...]
        }
    }

    /// An answer that takes longer, in ns, comes from a busy machine.
    private static let slowAnswer: Int64 = 400_000

    /// Waits until a group can be sent, or the task was cancelled.
    private func makeReady(
        _ session: Session, for group: ArraySlice<TypingBurst>
    ) async throws(Problem) {
        if group.first?.keymap?.redefines == true, hasX11Windows {
            // Wayland windows get the keymap in order with the keys. Xwayland's request it when
            // they are notified, and would read earlier keys by a later keymap. Nothing reports
            // that they have read.
            try? await EventLoop.shared.sleep(for: session.timeToRead)
            Deadline.current?.renew()
        }
        try await session.queues.makeRoom(for: group.reduce(0) { $0 + $1.strokes.count })
    }

    static func lostFocus(_ focus: FocusWatch?, after count: Int) -> SinkFailure {
        let isClosed = focus?.hasSeenClosing == true
        let problem = Problem(
            "typing stopped after \(count) characters",
            why: isClosed ? "the window was closed" : "the focus moved to another window",
            remedy: "Click into a text field; utter retype types the rest.")
        return SinkFailure(inserted: count, problem: problem, handsOver: false)
    }

    private static var lackOfProtocol: Problem {
        let compositor = WaylandSocket.compositorName.map { "(\($0)) " } ?? ""
        return Problem(
            "cannot type through Wayland",
            why: "this compositor \(compositor)has no zwp_virtual_keyboard_manager_v1",
            remedy: """
                Use the sink uinput; on GNOME the sink ibus and on KDE the sink kwin, which type any \
                text.
                """)
    }
}

extension VirtualKeyboardSink.Session {
    /// If a compositor doesn't answer, other sinks can't type either; and an answer that is missing
    /// because the task was cancelled is no problem.
    func failure(after count: Int, _ problem: Problem) -> SinkFailure {
        SinkFailure(
            inserted: count, problem: Task.isCancelled ? nil : problem,
            handsOver: !connection.isHung)
    }

    /// How long a slow receiver may still be busy with what was typed.
    fileprivate var timeToRead: Duration {
        max(.zero, .nanoseconds(keyboard.readBy - MonotonicClock.nanoseconds))
    }

    /// - Parameter answered: called in order with the compositor's other events.
    fileprivate func type(
        _ group: ArraySlice<TypingBurst>, _ answered: @escaping () -> Void
    ) async throws(Problem) {
        if let keymap = group.first?.keymap {
            try keyboard.upload(PrivateKeymap(slots: keymap.slots))
        }
        for burst in group { keyboard.press(burst.strokes) }
        // Counted only once the compositor has it: the next sink, after a failure, may repeat a
        // burst but not lose one.
        try await connection.roundtrip(answered)
    }
}

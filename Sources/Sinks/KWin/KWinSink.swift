package import DesktopParts
public import Dictation
public import DictationParts
import KWinInput
import KeyStrokes
import LinuxRuntime
public import Problems
import WaylandClient

/// Types through KWin's fake input (org_kde_kwin_fake_input): by key codes, in all windows of KDE's
/// Wayland session, including Xwayland's.
///
/// Limited to the keys of the active layout, with dead keys and Compose: other characters are refused, not
/// dropped. Keys that the user holds count, so typing waits until they are released, where KWin tells
/// (since version 6).
public final class KWinSink: TextSink {
    public let name = "kwin"
    public let capabilities: SinkCapabilities = [
        .deletes, .selects, .pressesKeys, .movesCursor,
    ]

    public var onProgress: @Sendable (Int) -> Void = { _ in }

    private let display: String?
    private let launcher: [String]
    private let isComposing: Bool
    private let desktop: any Desktop
    /// How long the user gets to release modifiers.
    private let timeout: Duration
    private var link: (input: KWinInput, receiver: any KeyboardReceiver)?
    private var isBusy = false
    /// The last planner, used again while the layout stays the same.
    private var planner: StrokePlanner?
    /// The problem that the last `prepare` found.
    private var lack: Problem?

    /// - Parameters:
    ///   - display: KWin's socket as a path or a name in $XDG_RUNTIME_DIR; nil for $WAYLAND_DISPLAY.
    ///   - desktop: knows which layout is active, which Wayland tells only to the focused window.
    ///   - timeout: how long to wait for the user to release modifiers.
    ///   - isComposing: whether to type characters that take a dead key or Compose. If not, they are
    ///     left to another sink: Qt puts a composed character before keys that it has read but not yet
    ///     handled (QWaylandInputDevice filters composed keys at once and queues the others), so on a
    ///     busy machine it may come too early.
    ///   - launcher: a command that runs the program that connects as the session's user, if this
    ///     process belongs to another one.
    package init(
        display: String? = nil, on desktop: any Desktop, timeout: Duration = .seconds(2),
        isComposing: Bool = true, launcher: [String] = []
    ) {
        (self.display, self.desktop, self.timeout) = (display, desktop, timeout)
        (self.isComposing, self.launcher) = (isComposing, launcher)
    }

    /// Whether there is a compositor's socket and, once `prepare` has connected, whether KWin lets
    /// utter press keys.
    public func availability() -> Availability {
        do throws(Problem) {
            _ = try WaylandSocket.reachablePath(display: display)
            if KWinInput.program == nil { throw KWinInput.lackOfProgram }
            if let lack { throw lack }
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    public func prepare() async throws(Problem) {
        if let (input, receiver) = link {
            let isGone = await receiver.isGone()
            if !isGone, input.connection.failure == nil { return }
            link = nil
        }
        do throws(Problem) {
            let input = try await KWinInput.open(display: display, launcher: launcher)
            let receiver = try await asking { try await desktop.keyboards(layout: nil) }
            // Another task may have connected in the meantime.
            if link == nil { link = (input, receiver) }
            lack = nil
        } catch {
            if !Task.isCancelled { lack = error }
            throw error
        }
    }

    /// Types a text.
    ///
    /// - Throws: at the first character that the layout can't type, with a problem that names
    ///   all such characters.
    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        if text.isEmpty { return }
        try await type { $0.planned(text.string) }
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        try await type(.deleting, count)
    }

    public func selectBackward(_ count: Int) async throws(SinkFailure) {
        try await type(.selecting, count)
    }

    public func moveCursor(by offset: Int) async throws(SinkFailure) {
        try await type(.moving(by: offset), abs(offset))
    }

    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        if count <= 0 { return }
        try await type { planner throws(Problem) in
            PlannedTyping(try .pressing(key, on: planner), times: count)
        }
    }

    public func checkKey(_ key: EditingKey) async throws(Problem) {
        _ = try KeyStroke.pressing(key, on: try await currentPlanner())
    }

    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] {
        try await currentPlanner().plan(text.string).missing
    }

    public func ability() async throws(Problem) -> String {
        let planner = try await currentPlanner()
        return
            "can type what the layout has: \(planner.keymap.groupName(planner.group)), reported by KWin"
    }

    /// How each character of a text would be typed now.
    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        try await currentPlanner().explanation(of: text)
    }

    /// Ends the connection.
    public func close() { link = nil }

    // MARK: The layout

    private func currentPlanner() async throws(Problem) -> StrokePlanner {
        try await prepare()
        guard let (input, receiver) = link else { throw Self.closed }
        return try await currentPlanner(input, receiver)
    }

    private func currentPlanner(
        _ input: KWinInput, _ receiver: any KeyboardReceiver
    ) async throws(Problem) -> StrokePlanner {
        // A change of the layout or the locks that KWin has sent.
        try await input.connection.roundtrip()
        let keymap = try input.keymap()
        let layout = try await asking {
            try await receiver.activeLayout(lights: input.states?.locks ?? [])
        }
        let group = try keymap.group(like: layout)
        if let planner, planner.keymap === keymap, planner.group == group,
            planner.locks == layout.locks
        {
            return planner
        }
        let planner = StrokePlanner(
            keymap, group: group, locks: layout.locks, compose: layout.compose,
            isComposing: isComposing)
        self.planner = planner
        return planner
    }

    /// Returns the desktop's answer, and turns other errors into a problem.
    private func asking<Answer>(
        _ body: () async throws -> Answer
    ) async throws(Problem) -> Answer {
        do {
            return try await body()
        } catch {
            throw Self.problem(error) ?? Problem("reading the layout was cancelled", why: "")
        }
    }

    // MARK: Typing

    private func type(_ stroke: KeyStroke, _ count: Int) async throws(SinkFailure) {
        if count <= 0 { return }
        try await type { _ in PlannedTyping(stroke, times: count) }
    }

    private func type(
        _ plan: (StrokePlanner) throws(Problem) -> PlannedTyping
    ) async throws(SinkFailure) {
        guard !isBusy else { throw .busy }
        isBusy = true
        defer { isBusy = false }
        var typed = 0
        do {
            try await prepare()
            guard let (input, receiver) = link else { throw Self.closed }
            // Before the layout is read: a held key may be one that switches it.
            try await input.connection.roundtrip()
            try await input.waitUntilModifiersAreUp(within: timeout)
            let planner = try await currentPlanner(input, receiver)
            let planned = try plan(planner)
            try await KWinTyping(input, receiver, timeout: timeout)
                .type(planned, typed: &typed, onProgress)
            let layout = planner.keymap.groupName(planner.group)
            if let problem = planned.problem(layout, with: "KWin’s keyboard") { throw problem }
        } catch {
            // A request that was cancelled with its task has no answer, which is no problem.
            let problem = Task.isCancelled ? nil : Self.problem(error)
            throw SinkFailure(
                inserted: typed, problem: problem,
                handsOver: problem != FocusLoss.problem && link?.input.connection.isHung != true)
        }
    }

    private static var closed: Problem {
        Problem("cannot type", why: "the connection to KWin was closed")
    }

    /// Nil for a cancellation.
    private static func problem(_ error: any Error) -> Problem? {
        switch error {
        case let problem as Problem: problem
        case is CancellationError: nil
        default: Problem("cannot type through KWin", why: "\(error)")
        }
    }
}

extension Keymap {
    /// The group that a desktop calls active, by its name: with more than four layouts KWin's keymap
    /// has others than its list.
    fileprivate func group(like layout: ActiveLayout) throws(Problem) -> Int {
        if groupCount == 1 { return 0 }
        let name = layout.keymap.groupName(layout.group)
        let groups = (0..<groupCount).filter { groupName($0) == name }
        if groups.contains(layout.group) || groups.isEmpty && layout.group < groupCount {
            return layout.group
        }
        if let group = groups.first { return group }
        throw Problem(
            "the active keyboard layout is unknown", why: "KWin’s keymap has no “\(name)”",
            remedy: "Switch to another layout and back.")
    }
}

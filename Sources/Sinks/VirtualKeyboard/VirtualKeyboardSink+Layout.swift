public import Dictation
import KeyStrokes
import LinuxRuntime
public import Problems
import WaylandClient

// Typing with the seat's layout, where the compositor reads our keys with that.
extension VirtualKeyboardSink {
    /// For the seat's layout if the compositor reads our keys with that; else nil.
    ///
    /// - Throws: a problem if it has several layouts: only the focused window is sent which is
    ///   active.
    func layoutPlanner() async throws(Problem) -> StrokePlanner? {
        guard let session else { return nil }
        guard
            let keymap = try await session.reading.keymapOfSeat(
                session.keyboard, on: session.connection)
        else { return nil }
        guard keymap.groupCount == 1 else { throw Self.lackOfLayout }
        if let planner, planner.keymap === keymap { return planner }
        let planner = StrokePlanner(keymap, isComposing: false)
        self.planner = planner
        return planner
    }

    private static var lackOfLayout: Problem {
        let compositor = WaylandSocket.compositorName.map { "(\($0)) " } ?? ""
        return Problem(
            "cannot type through Wayland",
            why: """
                this compositor \(compositor)reads the virtual keyboard’s keys with your layouts, \
                and doesn’t report which is active
                """,
            remedy: """
                Update the compositor: only cosmic-comp 1.0.6 and 1.0.7 are known for it. Until then \
                keep one layout, or use the sink clipboard.
                """)
    }

    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] {
        try await layoutPlanner()?.plan(text.string).missing ?? []
    }

    public func ability() async throws(Problem) -> String {
        guard let planner = try await layoutPlanner() else { return "can type" }
        return """
            can type what the layout has: \(planner.keymap.groupName(planner.group)), with which this \
            compositor reads the virtual keyboard’s keys
            """
    }

    public func checkKey(_ key: EditingKey) async throws(Problem) {
        if let planner = try await layoutPlanner() { _ = try KeyStroke.pressing(key, on: planner) }
    }

    /// Types a plan, watching the focus as for other text.
    func type(
        _ planned: PlannedTyping, _ session: Session, _ focus: FocusWatch?
    ) async throws(SinkFailure) {
        let changes = focus?.changes
        var typed = 0
        while typed < planned.steps.count {
            let burst = burst(of: planned.steps[typed...], isWatched: focus != nil)
            var changesBefore: Int?
            do throws(Problem) {
                try await session.queues.makeRoom(for: burst.keys)
            } catch {
                throw session.failure(after: typed, error)
            }
            if focus?.changes != changes { throw Self.lostFocus(focus, after: typed) }
            if Task.isCancelled { throw SinkFailure(inserted: typed, problem: nil) }
            do throws(Problem) {
                session.keyboard.press(burst.steps.joined())
                try await session.connection.roundtrip { changesBefore = focus?.changes }
            } catch {
                throw session.failure(after: typed, error)
            }
            if changesBefore != changes { throw Self.lostFocus(focus, after: typed) }
            typed += burst.steps.count
            onProgress(typed)
        }
        let layout = planner.map { $0.keymap.groupName($0.group) } ?? "the layout"
        if let problem = planned.problem(layout, with: "the virtual keyboard") {
            throw SinkFailure(inserted: typed, problem: problem)
        }
    }

    /// The characters to send in one piece: one if the focus is watched, else as many as
    /// `VirtualKeyboard.longestBurst` keys allow.
    private func burst(
        of steps: ArraySlice<[KeyStroke]>, isWatched: Bool
    ) -> (steps: ArraySlice<[KeyStroke]>, keys: Int) {
        var (count, keys) = (0, 0)
        for step in steps {
            let more = step.reduce(0) { $0 + 1 + $1.holding.count }
            if count > 0, isWatched || keys + more > VirtualKeyboard.longestBurst { break }
            (count, keys) = (count + 1, keys + more)
        }
        return (steps.prefix(count), keys)
    }
}

import LinuxRuntime
import Problems

/// Our engine's turns, for one piece of work after the other. The user's engine is in force in
/// between, unless the next piece follows at once, or words are shown that vanish with our engine.
@EventLoopActor
final class EngineTurns {
    /// The state of a turn after a piece of work.
    enum Rest {
        case end
        /// It ends soon, unless another piece follows.
        case linger
        /// It ends with `release`.
        case hold
    }

    private let begin: @EventLoopActor () async throws(Problem) -> IBusTurn
    private var turn: IBusTurn?
    /// The state of the field at the end of the last turn, as far as it was known.
    private var last: IBusField?
    /// The deletion that the program hasn’t told by then.
    private var untold: UntoldDeletion?
    private var isBusy = false
    private let vacancy = Waiters()
    private var end: EventSource?

    /// Between the question for the text before the cursor and the text that is made for it.
    private static let lingering = Duration.milliseconds(200)

    /// - Parameter begin: puts our engine in force.
    init(_ begin: @escaping @EventLoopActor () async throws(Problem) -> IBusTurn) {
        self.begin = begin
    }

    /// The field that has the focus, or had it at the end of the last turn.
    var field: IBusField? { turn.map(\.focused) ?? last }

    /// Whether our engine is in force, and nothing is being done with it.
    var isHeld: Bool { turn?.isOver == false && !isBusy }

    /// Begins a piece of work, when the one before has ended: in the present turn or a new one. It
    /// must be ended by `leave`.
    func enter() async throws(Problem) -> IBusTurn {
        try await take()
        end = nil
        if let turn, !turn.isOver {
            turn.refocus()
            return turn
        }
        await endTurn()
        do throws(Problem) {
            let new = try await begin()
            new.engine.untold = untold
            turn = new
            return new
        } catch {
            last = nil
            give()
            throw error
        }
    }

    /// Ends a piece of work.
    func leave(_ rest: Rest) async {
        switch rest {
        case .end: await endTurn()
        case .linger:
            end = EventLoop.shared.timer(after: Self.lingering) { [weak self] in
                self?.release()
            }
        case .hold: break
        }
        give()
    }

    /// Ends the turn as soon as nothing is being done in it. The program waits for that at its end.
    ///
    /// - Parameter forgets: whether what was known of the field is forgotten.
    func release(forgetting forgets: Bool = false) {
        end = nil
        if forgets { last = nil }
        guard turn != nil || isBusy else { return }
        LastWork.add(
            EventLoop.task { [self] in
                guard (try? await take()) != nil else { return }
                await endTurn()
                if forgets { last = nil }
                give()
            })
    }

    /// Ends a turn that is over already, and with it its claim.
    func discardOver() async {
        guard !isBusy, let turn, turn.isOver else { return }
        isBusy = true
        await endTurn()
        give()
    }

    // MARK: -

    private func take() async throws(Problem) {
        while isBusy {
            await vacancy.until { !isBusy }
            if isBusy, Task.isCancelled {
                throw Problem("cannot type through IBus", why: "it was cancelled")
            }
        }
        isBusy = true
    }

    private func give() {
        isBusy = false
        vacancy.wake()
    }

    private func endTurn() async {
        end = nil
        guard let turn else { return }
        (last, untold) = (turn.focused, turn.engine.untold)
        self.turn = nil
        await turn.end()
    }
}

package import LinuxRuntime
package import Problems

/// The time in which our engine is in force. A turn that has begun must be ended.
///
/// While it lasts, the keys that the user presses go through this process, and a stopped process
/// swallows what is typed while it is stopped: so it is as short as can be.
@EventLoopActor
package final class IBusTurn {
    package let engine: IBusEngine
    private let loan: Loan
    private var losses: Int

    private init(_ engine: IBusEngine, _ loan: Loan) {
        (self.engine, self.loan) = (engine, loan)
        losses = engine.losses
    }

    /// The field that has had the focus since the turn began, or since `refocus`; nil if it has lost
    /// it.
    package var field: IBusField? { engine.losses == losses ? focused : nil }

    /// The field that has the focus now.
    package var focused: IBusField? { isOver ? nil : engine.field }

    /// Whether another engine is in force, which the user has chosen, or IBus has gone.
    package var isOver: Bool { engine.isDestroyed }

    /// For how long this process stood still during the turn, if the guardian has ended it for that.
    package var standstill: Duration? {
        guard let guardian = loan.guardian, isOver || guardian.hasActed else { return nil }
        return guardian.standstill
    }

    /// Returns when it is known whether the guardian has ended the turn: of one that it ends, the field
    /// loses the focus first.
    package func settleStandstill() async {
        guard !isOver, loan.guardian?.standstill != nil else { return }
        await engine.news.until({ [self] in isOver }, within: .milliseconds(500))
    }

    /// From now on `field` is the one that has the focus now.
    package func refocus() { losses = engine.losses }

    /// Returns when the window has told the text around the cursor, or will not.
    ///
    /// - Parameters:
    ///   - told: the last field; if it told its text, one that is like it will, unless its window hangs.
    ///   - limit: for how long that is waited for.
    package func settle(told: IBusField?, within limit: Duration = .seconds(2)) async {
        let willTell = told.map { $0.surrounding != nil && focused?.isLike($0) == true } ?? false
        await engine.news.until(
            { [self] in focused.map { $0.surrounding != nil } ?? isOver },
            within: willTell ? limit : Self.telling)
    }

    /// For a window to tell it: it needs some milliseconds.
    private static let telling = Duration.milliseconds(60)

    /// Puts our engine in force, and waits for what IBus knows of the field that has the focus.
    ///
    /// - Parameters:
    ///   - record: the file that remembers the user's engine; nil to remember it nowhere.
    ///   - guardian: puts the user's engine back if this process can't.
    ///   - pause: suspends until the user presses no keys for a moment: before the user's engine
    ///     comes back, and before ours ends.
    ///   - interrupting: whether the user's engine may be an input method. What is being composed
    ///     with it is lost.
    /// - Throws: a problem if that is impossible; the user's engine is in force again then.
    package static func begin(
        on link: IBusLink, record path: String?, guardian: EngineGuardian? = nil,
        pause: IBusSinkOptions.Wait? = nil, interrupting: Bool
    ) async throws(Problem) -> IBusTurn {
        let record: EngineRecord?
        let previous: String?
        do {
            record = try path.map { path throws(Problem) in try EngineRecord.claim(path) }
            // Of a process that was killed since this one has connected.
            if let left = record?.engine { try await restore(left, on: link) }
            previous = try await link.globalEngine()
            try check(previous, interrupting: interrupting)
            try record?.remember(previous)
        } catch {
            throw problem(error)
        }
        // Not cancelled with the task: it would be unknown whose engine is in force.
        let loan = await EventLoop.task {
            await Loan.begin(link, previous, record, guardian, pause)
        }.value
        do throws(Problem) {
            return IBusTurn(try loan.result.get(), loan)
        } catch {
            await EventLoop.task { await loan.giveBack() }.value
            throw error
        }
    }

    /// Why ours must not replace an engine.
    package static func check(
        _ engine: String?, interrupting: Bool
    ) throws(Problem) {
        // Engines of this name only pass the keys of a layout on.
        guard let engine, !engine.hasPrefix("xkb:"), !interrupting else { return }
        throw Problem(
            "cannot type through IBus while the input method “\(engine)” is active",
            why: "what you are composing with it would be lost",
            remedy: "Switch to a keyboard layout, or agree to it:"
                + " utter config set output.interrupt_input_method true")
    }

    /// Puts the user's engine in force again, unless something else has been chosen meanwhile.
    package func end() async {
        await EventLoop.task { [loan] in await loan.giveBack() }.value
    }

    fileprivate static func problem(_ error: any Error) -> Problem {
        error as? Problem ?? IBusLink.unreachable(reason(of: error))
    }
}

extension IBusTurn {
    /// Puts back the engine that a process has left when it ended in its turn.
    ///
    /// - Throws: a problem if IBus can't be asked, or another process has its turn; the record is
    ///   kept then.
    package static func restore(on link: IBusLink, record path: String) async throws(Problem) {
        guard EngineRecord.hasEngine(path) else { return }
        do {
            let record = try await EngineRecord.claimSoon(path)
            guard let engine = record.engine else { return }
            try await restore(engine, on: link)
            try record.remember(nil)
        } catch {
            throw problem(error)
        }
    }

    /// Ends the turn of a process that stands still: puts the engine back that the record remembers,
    /// if that process's is in force, or none.
    static func interrupt(
        _ engineName: String, on link: IBusLink, record path: String
    ) async throws {
        // The process has the lock.
        guard let engine = try EngineRecord.open(path).engine else { return }
        let current = try await link.globalEngine()
        if current == nil || current == engineName { try await link.setGlobalEngine(engine) }
    }

    /// Unless something else was chosen meanwhile.
    private static func restore(_ engine: String, on link: IBusLink) async throws {
        let current = try await link.globalEngine()
        if current.map(EngineConnection.isOurs) ?? true { try await link.setGlobalEngine(engine) }
    }
}

/// The changes to undo at the end of a turn.
@EventLoopActor
private final class Loan {
    private let link: IBusLink
    /// The user's engine; nil if there was none.
    private let previous: String?
    private let record: EngineRecord?
    /// Ours; nil if there was none to begin with.
    private var connection: EngineConnection?
    let guardian: EngineGuardian?
    private let pause: IBusSinkOptions.Wait?
    private(set) var result: Result<IBusEngine, Problem>

    /// How long IBus may take to name the program after it has put our engine in force, or a program
    /// to tell where its cursor is. It takes some milliseconds, more on a busy computer; until 1.5.27
    /// IBus doesn't name the program the first time, and before never.
    private static let focusTimeout = Duration.milliseconds(500)
    /// For IBus to say then what the field is for.
    private static let purposeTimeout = Duration.milliseconds(200)
    /// For the user's engine, which has just been made, to answer keys as fast as it does later.
    private static let settling = Duration.milliseconds(30)

    private init(
        _ link: IBusLink, _ previous: String?, _ record: EngineRecord?,
        _ guardian: EngineGuardian?, _ pause: IBusSinkOptions.Wait?
    ) {
        (self.link, self.previous, self.record, self.guardian) = (link, previous, record, guardian)
        self.pause = pause
        result = .failure(Problem("cannot type through IBus", why: "it has asked for no engine"))
    }

    static func begin(
        _ link: IBusLink, _ previous: String?, _ record: EngineRecord?,
        _ guardian: EngineGuardian?, _ pause: IBusSinkOptions.Wait?
    ) async -> Loan {
        let loan = Loan(link, previous, record, guardian, pause)
        do {
            let connection = try await EngineConnection.open(link.address)
            loan.connection = connection
            guardian?.begin()
            try await link.setGlobalEngine(connection.engineName)
            guard let engine = connection.engine else { return loan }
            // What IBus knows of the field comes about when it answers, some of it later; whose the
            // field is, once it has asked whether we take FocusInId.
            await connection.news.until(
                { engine.field?.isKnown ?? engine.isDestroyed }, within: focusTimeout)
            // That it is one for a password is told last.
            await connection.news.until(
                { engine.field?.hasPurpose ?? engine.isDestroyed }, within: purposeTimeout)
            try engine.requireSurroundingText()
            loan.result = .success(engine)
        } catch {
            loan.result = .failure(IBusTurn.problem(error))
        }
        return loan
    }

    /// The engine that the user has chosen meanwhile, or had before; without an answer IBus may yet
    /// put ours in force.
    private func chosen(_ current: String?) -> String? {
        current.flatMap { $0 == connection?.engineName ? nil : $0 } ?? previous
    }

    func giveBack() async {
        defer { guardian?.end() }
        do {
            guard let connection else { return try record?.remember(nil) ?? () }
            // GNOME Shell puts keys in the order of the answers
            // (clutter_input_method_notify_key_event in Mutter's clutter/clutter-input-method.c).
            await pause?()
            let current = try await link.globalEngine()
            if let chosen = chosen(current), chosen != current {
                try? await link.setGlobalEngine(chosen)
            }
            // GNOME Shell forgets a key that IBus has sent to a connection that ends.
            await connection.catchUp()
            // No engine is in force then. IBus answers keys at once, before those that the user's
            // engine has not answered yet: a release may overtake its press, and the key is stuck.
            if let pause {
                try? await EventLoop.shared.sleep(for: Self.settling)
                await pause()
            }
            let chosen = chosen(try await link.globalEngine())
            connection.close()
            let isForgotten = (try? await link.waitForEnd(of: connection.engineName)) != nil
            if let chosen {
                let isBack = try await link.globalEngine() == chosen
                if !isForgotten || !isBack { try await link.setGlobalEngine(chosen) }
            }
            try record?.remember(nil)
        } catch {
            // The record is kept for the next start.
            Log.warning("your input source is not active again: \(IBusTurn.problem(error))")
        }
    }
}

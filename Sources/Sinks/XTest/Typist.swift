import Dictation
import KeyStrokes
import LinuxRuntime
import Problems
import ProcessGuardian
import Synchronization
import X11Connection

/// The sink on the X thread: connects and types.
@X11Actor
final class Typist {
    private let displayName: String?
    private var link: (connection: XConnection, keyboard: XTestKeyboard)?
    private var session: TypingSession?
    private var isBusy = false
    private var isClosed = false
    private var userEvents: UserEvents?

    nonisolated init(display: String?) {
        displayName = display
    }

    // Isolated, since Xlib's connections must be closed on their own thread.
    isolated deinit {}

    /// Connects, again if the server has died since.
    func prepare() async throws(Problem) {
        do throws(Interruption) {
            let (connection, keyboard) = try await connect()
            // During an insertion its task owns the connection's events.
            if isBusy { return }
            if SessionRecord.read(connection) != nil {
                let guardian = TypingGuardian(connection)
                defer { if !connection.isLost { guardian?.say(.done) } }
                let claim = try await TypingClaim.acquire(connection, guardian)
                keyboard.restore(connection)
                claim.release()
            }
            try await connection.roundTrip()
        } catch {
            throw error.ofConnecting
        }
    }

    /// The result of an insertion.
    struct Result: Sendable {
        var failure: SinkFailure?
        var remark: Problem?
    }

    /// - Parameter progress: counts the typed characters.
    func type(_ strokes: [SymbolStroke], _ progress: TypingProgress) async -> Result {
        guard !isBusy else { return Result(failure: .busy) }
        var result = Result()
        defer { isBusy = false }
        do throws(Interruption) {
            let (connection, keyboard) = try await connect()
            // From here on this task owns the connection's events.
            isBusy = true
            userEvents?.typingBegins()
            defer { userEvents?.typingEnded() }
            connection.beginWork(ofParts: TypingSession.bursts(strokes.count))
            let session = try await TypingSession.begin(connection, keyboard, progress)
            self.session = session
            let failure = await Interruption.of { () throws(Interruption) in
                try await session.type(strokes)
            }
            let isGuarded = session.guardian != nil
            await session.end()
            self.session = nil
            result.remark = session.remark
            // The guardian waits until the window has read its keys.
            if session.record != nil, !isGuarded { mendWhenBack(connection.name) }
            if let failure { throw failure }
        } catch {
            result.failure = error.failure(after: progress.typed)
        }
        return result
    }

    /// The server hung in the middle of a text: as soon as it continues, the keyboard is restored.
    private func mendWhenBack(_ display: String) {
        X11Actor.task { [self] in
            await DisplayName.waitUntilAnswering(display)
            if !isClosed, !isBusy { try? await prepare() }
        }
    }

    var focusedTarget: SinkTarget? {
        get async {
            guard let (connection, _) = try? await connect(),
                let window = Receiver.focused(connection)
            else { return nil }
            return Receiver.target(window, connection)
        }
    }

    /// The current meanings of the keys, as a typing session would find them, and the key that sets
    /// Shift.
    func keysOfLayout() async throws(Problem) -> (keys: KeymapPlan.Keys, shift: UInt8) {
        do throws(Interruption) {
            let (connection, keyboard) = try await connect()
            do throws(Problem) {
                let group = Modifiers(connection: connection, keyboard: keyboard).group
                let found = try TypingSession.keys(keyboard.keymap(), group: group)
                return (found.keys, found.shift)
            } catch { throw .problem(error) }
        } catch {
            throw error.ofConnecting
        }
    }

    /// Returns whether it can watch.
    func watchUserInput(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping @Sendable () -> Void
    ) async -> Bool {
        userEvents = nil
        // A separate connection: the events of the other one belong to the insertion.
        guard let name = try? DisplayName(displayName),
            let connection = try? await XConnection.open(name)
        else { return false }
        userEvents = try? UserEvents(connection, ignoring: keys, onTouch)
        return userEvents != nil
    }

    func stopWatchingUserInput() { userEvents = nil }

    /// Disconnects. An insertion in progress fails, and its changes are undone.
    func close() {
        isClosed = true
        userEvents = nil
        session?.undo()
        session = nil
        link = nil
    }

    private func connect() async throws(Interruption) -> (XConnection, XTestKeyboard) {
        if let link {
            if !isBusy {
                link.connection.beginWork()
                link.connection.refresh()
            }
            if !link.connection.isLost { return link }
        }
        link = nil
        do throws(Problem) {
            let connection = try await XConnection.open(DisplayName(displayName))
            // Another task may have connected in the meantime.
            if let link { return link }
            let keyboard = try XTestKeyboard(connection)
            link = (connection, keyboard)
            return (connection, keyboard)
        } catch {
            throw .problem(error)
        }
    }
}

/// How far a text was typed, also for a caller that has stopped waiting for the X thread.
final class TypingProgress: Sendable {
    private let counts = Mutex((typed: 0, read: 0))
    /// Called on the X thread with `typed` as soon as a burst is sure to arrive.
    let onBurst: @Sendable (Int) -> Void

    init(_ onBurst: @escaping @Sendable (Int) -> Void) {
        self.onBurst = onBurst
    }

    /// The number of characters sent to the receiver.
    var typed: Int {
        get { counts.withLock { $0.typed } }
        set { counts.withLock { $0.typed = newValue } }
    }

    /// The number of characters that it has read.
    var read: Int {
        get { counts.withLock { $0.read } }
        set { counts.withLock { $0.read = newValue } }
    }
}

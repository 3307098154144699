import CX11
import DictationParts
import LinuxRuntime
import Problems
import X11Connection

/// The user's clipboard, on an X display, on the X thread.
@X11Actor
final class XOffer {
    private var server: (connection: XConnection, owner: SelectionOwner)?
    private var serving: EventSource?
    /// Gives the contents back that are held back.
    private var timer: EventSource?
    /// The selections that this process offers.
    private var held: Set<Atom> = []
    /// Whose the selections were.
    private var former: [Atom: Window] = [:]
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: called when something else is copied, or the server is gone.
    nonisolated init(_ onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    // Isolated, since Xlib's connections must be closed on their own thread.
    isolated deinit {}

    func make(of text: String) async throws(Problem) {
        let (connection, owner) = try await connect()
        do throws(Interruption) {
            try await copy(text, connection, owner)
        } catch {
            throw error.ofConnecting
        }
        try serve(connection, owner)
    }

    private func connect() async throws(Problem) -> (XConnection, SelectionOwner) {
        let connection = try await XConnection.open(DisplayName(nil))
        let owner = SelectionOwner(connection)
        // For `serverTime`.
        XSelectInput(connection.display, connection.window, PropertyChangeMask)
        server = (connection, owner)
        return (connection, owner)
    }

    private func copy(
        _ text: String, _ connection: XConnection, _ owner: SelectionOwner
    ) async throws(Interruption) {
        let clipboard = connection.atom("CLIPBOARD")
        // Another program may copy at the same time; the last one wins.
        for _ in 1...10 {
            let time = try await connection.serverTime()
            let former = XGetSelectionOwner(connection.display, clipboard)
            let contents = SelectionContents.copied(text, connection)
            if owner.take(clipboard, from: former, offering: contents, at: time) {
                held = [clipboard]
                return
            }
        }
        throw .problem(
            Problem("cannot copy", why: "other programs copy something all the time"))
    }

    private func serve(
        _ connection: XConnection, _ owner: SelectionOwner
    ) throws(Problem) {
        owner.onLoss = { [unowned self] selection in
            held.remove(selection)
            if held.isEmpty { onEnd() }
        }
        do throws(SystemError) {
            serving = try connection.refreshing(onLoss: onEnd)
        } catch {
            throw Problem("cannot serve the clipboard", why: "\(error)")
        }
        if held.isEmpty { onEnd() }
    }

    // MARK: An heir

    /// Connects, and notes whose the selections are.
    func prepareToInherit() async throws(Problem) {
        let (connection, _) = try await connect()
        for selection in ClipboardContents.Selection.allCases {
            let atom = selection.atom(connection)
            former[atom] = XGetSelectionOwner(connection.display, atom)
        }
    }

    /// Takes contents over where the owner is still the same.
    func take(_ contents: ClipboardContents) async throws(Problem) {
        guard let (connection, owner) = server else { return }
        var own: [Atom: SelectionContents] = [:]
        for (selection, forms) in contents.selections {
            own[selection.atom(connection)] = SelectionContents(forms, connection)
        }
        let isHeldBack = contents.secondsHeldBack > 0
        do throws(Interruption) {
            let time = try await connection.serverTime()
            for (selection, contents) in own {
                let offered = isHeldBack ? SelectionContents() : contents
                let former = former[selection] ?? 0
                if owner.take(selection, from: former, offering: offered, at: time) {
                    held.insert(selection)
                }
            }
        } catch {
            throw error.ofConnecting
        }
        if isHeldBack {
            let pause = Duration.seconds(contents.secondsHeldBack)
            timer = X11Actor.loop.timer(after: pause) {
                for (selection, contents) in own { owner.replace(selection, with: contents) }
            }
        }
        try serve(connection, owner)
    }
}

import CX11
import LinuxRuntime
import Problems
import X11Connection

/// A text on the clipboard of an X display, on the X thread.
@X11Actor
final class XOffer {
    private var server: (XConnection, SelectionOwner, EventSource)?
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: called when something else is copied, or the server is gone.
    nonisolated init(_ onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    // Isolated, since Xlib's connections must be closed on their own thread.
    isolated deinit {}

    func make(of text: String) async throws(Problem) {
        let connection = try await XConnection.open(DisplayName(nil))
        let owner = SelectionOwner(connection)
        // For `serverTime`.
        XSelectInput(connection.display, connection.window, PropertyChangeMask)
        do throws(Interruption) {
            try await take(text, connection, owner)
        } catch {
            throw error.ofConnecting
        }
        let onEnd = onEnd
        owner.onLoss = { _ in onEnd() }
        do throws(SystemError) {
            server = (connection, owner, try connection.refreshing(onLoss: onEnd))
        } catch {
            throw Problem("cannot serve the clipboard", why: "\(error)")
        }
    }

    private func take(
        _ text: String, _ connection: XConnection, _ owner: SelectionOwner
    ) async throws(Interruption) {
        let clipboard = connection.atom("CLIPBOARD")
        // Another program may copy at the same time; the last one wins.
        for _ in 1...10 {
            let time = try await connection.serverTime()
            let former = XGetSelectionOwner(connection.display, clipboard)
            let contents = SelectionContents.copied(text, connection)
            if owner.take(clipboard, from: former, offering: contents, at: time) { return }
        }
        throw .problem(
            Problem("cannot copy", why: "other programs copy something all the time"))
    }
}

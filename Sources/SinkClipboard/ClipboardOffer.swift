import CX11
public import Dictation
import Glibc
public import LinuxRuntime
import WaylandClient
import X11Connection

/// A text on the clipboard of the session, as a person copies it. It is there as long as this
/// object serves it, and until something else is copied.
@EventLoopActor
public final class ClipboardOffer {
    private enum Server {
        case wayland(WaylandConnection, DataDevice)
        case x11(XConnection, SelectionOwner, EventSource)
    }

    private var server: Server?
    private let over = Awaited<Void>()

    private init() {}

    /// Puts a text on the clipboard. Where a Wayland compositor lets no program do so unless it has
    /// the focus (GNOME), it is the clipboard of Xwayland, which such desktops pass on.
    public static func make(of text: String) async throws(Problem) -> ClipboardOffer {
        let offer = ClipboardOffer()
        guard getenv("WAYLAND_DISPLAY") != nil else {
            try await offer.offerX11(text)
            return offer
        }
        if try await offer.offerWayland(text) { return offer }
        guard getenv("DISPLAY") != nil else {
            throw Problem(
                "cannot copy", why: "this compositor has no zwlr_data_control_manager_v1",
                remedy: "utter retype types the text.")
        }
        try await offer.offerX11(text)
        return offer
    }

    /// Suspends until something else is copied or the session ends; throws `CancellationError`.
    public func end() async throws {
        defer { server = nil }
        try await over.get()
    }

    private func finish() { over.give(()) }

    /// Answers whether the compositor lets programs set the clipboard.
    private func offerWayland(_ text: String) async throws(Problem) -> Bool {
        let connection = try WaylandConnection(path: WaylandSocket.path(display: nil))
        guard let device = DataDevice(on: try await WaylandGlobals.all(of: connection)) else {
            return false
        }
        device.set(.clipboard, .copied(text))
        try await connection.roundtrip()
        device.changed = { [unowned self, unowned device] in
            if device.source(of: .clipboard) == nil { finish() }
        }
        connection.onFailure = { [unowned self] _ in finish() }
        server = .wayland(connection, device)
        return true
    }

    private func offerX11(_ text: String) async throws(Problem) {
        let connection = try XConnection(DisplayName(nil))
        let owner = SelectionOwner(connection)
        // For the server's time.
        XSelectInput(connection.display, connection.window, PropertyChangeMask)
        do throws(Interruption) {
            try await take(text, connection, owner)
        } catch {
            throw error.ofConnecting
        }
        owner.onLoss = { [unowned self] _ in finish() }
        do throws(SystemError) {
            let source = try connection.refreshing { [unowned self] in finish() }
            server = .x11(connection, owner, source)
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

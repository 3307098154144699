import Glibc
public import LinuxRuntime
public import Problems
import WaylandClient
import X11Connection

/// A text on the clipboard of the session, as if the user had copied it. It stays as long as this
/// object serves it, and until something else is copied.
@EventLoopActor
public final class ClipboardOffer {
    private enum Server {
        case wayland(WaylandConnection, DataDevice)
        case x11(XServerLine<XOffer>)
    }

    private var server: Server?
    private let over = OneShot<Void>()

    private init() {}

    /// Puts a text on the clipboard. If a Wayland compositor lets only focused programs do so
    /// (GNOME), uses the clipboard of Xwayland, which such desktops synchronize.
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

    /// Returns whether the compositor lets programs set the clipboard.
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
        let offer = XServerLine(nil) {
            XOffer { [weak self] in EventLoop.task { self?.finish() } }
        }
        try await offer.asking { (offer) throws(Problem) in try await offer.make(of: text) }
        server = .x11(offer)
    }
}

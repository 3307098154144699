public import DictationParts
import LinuxRuntime
public import Problems
import WaylandClient

/// A text on the clipboard of the Wayland display in $WAYLAND_DISPLAY.
public final class WaylandClipboardOffer: ClipboardOffer {
    private let connection: WaylandConnection
    private let device: DataDevice
    private let over = OneShot<Void>()

    private init(_ connection: WaylandConnection, _ device: DataDevice) {
        self.connection = connection
        self.device = device
    }

    /// Puts a text on the clipboard; nil where the compositor lets no program do so unless it has
    /// the focus (GNOME).
    public static func make(of text: String) async throws(Problem) -> WaylandClipboardOffer? {
        let connection = try WaylandConnection(path: WaylandSocket.path(display: nil))
        guard let device = DataDevice(on: try await WaylandGlobals.all(of: connection)) else {
            return nil
        }
        device.set(.clipboard, .copied(text))
        try await connection.roundtrip()
        let offer = WaylandClipboardOffer(connection, device)
        device.changed = { [unowned offer, unowned device] in
            if device.source(of: .clipboard) == nil { offer.over.give(()) }
        }
        connection.onFailure = { [unowned offer] _ in offer.over.give(()) }
        return offer
    }

    public func end() async throws { try await over.get() }
}

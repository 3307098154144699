public import DictationParts
import LinuxRuntime
public import Problems
import WaylandClient

/// The user's clipboard, on the Wayland display in $WAYLAND_DISPLAY.
public final class WaylandClipboardOffer: ClipboardHeir {
    private let connection: WaylandConnection
    private let device: DataDevice
    private let over = OneShot<Void>()
    /// The offers when this object was made.
    private var former: [DataDevice.Selection: DataOffer] = [:]
    /// Gives the contents back that are held back.
    private var timer: EventSource?

    private init(_ connection: WaylandConnection, _ device: DataDevice) {
        self.connection = connection
        self.device = device
    }

    /// Puts a text on the clipboard; nil where the compositor lets no program do so unless it has
    /// the focus (GNOME).
    public static func make(of text: String) async throws(Problem) -> WaylandClipboardOffer? {
        guard let offer = try await connected() else { return nil }
        offer.device.set(.clipboard, .copied(text))
        try await offer.connection.roundtrip()
        offer.serve()
        return offer
    }

    private static func connected() async throws(Problem) -> WaylandClipboardOffer? {
        let connection = try WaylandConnection(path: WaylandSocket.path(display: nil))
        guard let device = DataDevice(on: try await WaylandGlobals.all(of: connection)) else {
            return nil
        }
        return WaylandClipboardOffer(connection, device)
    }

    private func serve() {
        device.changed = { [unowned self] in if !device.ownsAny { over.give(()) } }
        connection.onFailure = { [unowned self] _ in over.give(()) }
        if !device.ownsAny { over.give(()) }
    }

    public func end() async throws { try await over.get() }

    // MARK: An heir

    /// Prepares to take over what another process serves now; nil where the compositor lets no
    /// program do so.
    public static func inherit() async throws(Problem) -> WaylandClipboardOffer? {
        guard let offer = try await connected() else { return nil }
        // After which the device knows what is copied.
        try await offer.connection.roundtrip()
        offer.former = offer.device.offers
        return offer
    }

    public func take(_ contents: ClipboardContents) async throws(Problem) {
        // Handles copies that the compositor has reported.
        try await connection.roundtrip()
        var own: [DataDevice.Selection: ClipboardForms] = [:]
        for (name, forms) in contents.selections {
            let selection = DataDevice.Selection(name)
            if device.selections.contains(selection),
                device.offers[selection] === former[selection]
            {
                own[selection] = ClipboardForms(forms)
            }
        }
        let isHeldBack = contents.secondsHeldBack > 0
        for (selection, forms) in own { device.set(selection, isHeldBack ? .nothing : forms) }
        if isHeldBack {
            let pause = Duration.seconds(contents.secondsHeldBack)
            timer = EventLoop.shared.timer(after: pause) { [unowned self] in
                for (selection, forms) in own where device.source(of: selection) != nil {
                    device.set(selection, forms)
                }
                connection.flush()
            }
        }
        try await connection.roundtrip()
        serve()
    }
}

extension DataDevice.Selection {
    fileprivate init(_ selection: ClipboardContents.Selection) {
        switch selection {
        case .clipboard: self = .clipboard
        case .primary: self = .primary
        }
    }
}

import CWayland
import LinuxRuntime
public import OverlayDrawing
public import Problems
import WaylandClient

/// The overlay on Wayland compositors with wlr-layer-shell (sway, Hyprland, river, labwc, niri,
/// COSMIC, KDE and others): a surface on the topmost layer of the output that the compositor
/// chooses, without keyboard focus and with an input region of its buttons only. Where the
/// compositor tells of windows it follows the focus to another output; KWin tells scripts. sway's own
/// socket tells where on the output the focused window is.
public final class LayerOverlayWindow: OverlayWindow {
    public private(set) var format: OverlayPicture.Format?
    public var onFormat: () -> Void = {}
    public var onReady: () -> Void = {}
    public var onClick: (Int) -> Void = { _ in }
    /// A client doesn't know where on the screen cursors are, so only the terminal counts.
    public var writing = WritingPlace() {
        didSet { settle() }
    }
    public var onLoss: (Problem) -> Void = { _ in }

    private let connection: WaylandConnection
    private let globals: LayerGlobals
    private let focusGlobals: WaylandGlobals
    /// While the surface is there.
    private var focus: FocusWatch?
    private let kwin: KWinOutput?
    private let sway: SwayPlace?
    /// wl_output*: the last one to which the surface followed the focus.
    private var target: OpaquePointer?
    private var look: OverlayLook
    public var form: OverlayLook.Form {
        get { look.form }
        set { look.form = newValue }
    }
    private let placement: OverlayPlacement
    private var surface: LayerSurface?
    /// Where the surface is on its output.
    private var position: Position?

    private struct Position: Hashable {
        let spot: OverlayLook.Spot
        /// The distance from the left edge in logical pixels, if it isn't the spot's.
        let left: Int?
    }
    /// True from `appear` to `disappear`, also while there is no output to show it on.
    private var isWanted = false
    private var buffers: [LayerBuffer] = []
    /// When an output with the surface on it goes, the surface is opened on another one; only so
    /// many times until the outputs change.
    private var attempts = 0
    private static let attempts = 3
    private var reopening: EventSource?
    /// Where clicks are taken, in device pixels.
    private var buttons: [PixelArea] = []

    /// Connects to a compositor; nil if it has no layer shell.
    ///
    /// - Parameters:
    ///   - display: the socket as a path or a name in $XDG_RUNTIME_DIR; nil for $WAYLAND_DISPLAY.
    ///   - environment: the variables with the address of the session's bus, its desktop, and
    ///   sway's socket.
    @EventLoopActor
    public static func connect(
        display: String? = nil, _ look: OverlayLook, _ placement: OverlayPlacement,
        environment: [String: String]
    ) async throws(Problem) -> LayerOverlayWindow? {
        let connection = try WaylandConnection(path: try WaylandSocket.path(display: display))
        let globals = LayerGlobals(of: connection)
        try await connection.roundtrip()
        guard globals.isComplete else { return nil }
        // A second roundtrip, in which the outputs' scales arrive, too.
        let focusGlobals = try await WaylandGlobals.all(of: connection)
        return LayerOverlayWindow(
            connection, globals, focusGlobals, KWinOutput(environment: environment),
            SwayPlace(environment: environment), look, placement)
    }

    private init(
        _ connection: WaylandConnection, _ globals: LayerGlobals, _ focusGlobals: WaylandGlobals,
        _ kwin: KWinOutput?, _ sway: SwayPlace?, _ look: OverlayLook,
        _ placement: OverlayPlacement
    ) {
        (self.connection, self.globals, self.focusGlobals) = (connection, globals, focusGlobals)
        (self.kwin, self.sway, self.look, self.placement) = (kwin, sway, look, placement)
        connection.onFailure = { [unowned self] in onLoss($0) }
        globals.onOutputs = { [unowned self] in
            attempts = Self.attempts
            if isWanted, surface == nil, reopening == nil { open() }
            update()
        }
        globals.onClick = { [unowned self] x, y in
            guard let scale = format?.scale else { return }
            let (x, y) = (Int(x * scale), Int(y * scale))
            if let index = buttons.firstIndex(where: { $0.contains(x: x, y: y) }) { onClick(index) }
        }
    }

    isolated deinit {
        // The surface and the buffers go before the connection, which the globals hold last.
        surface = nil
        focus = nil
        buffers = []
    }

    // MARK: OverlayWindow

    public var isReady: Bool {
        guard let surface else { return false }
        return !surface.isDrawing && (buffers.count < 2 || buffers.contains { !$0.isBusy })
    }

    public func appear() {
        isWanted = true
        attempts = Self.attempts
        // It is where the focus is, if the compositor tells.
        if surface != nil, focus != nil || kwin?.corner != nil { return }
        close()
        // A button stays where it is expected.
        guard look.form != .button else { return open() }
        // sway answers within milliseconds: a card that comes sooner would jump.
        if sway?.isSettled ?? true { open() }
        sway?.begin { [unowned self] in
            if surface == nil, reopening == nil { open() } else { settle() }
        }
        kwin?.begin { [unowned self] in follow() }
        guard focus == nil else { return }
        focus = FocusWatch(on: focusGlobals)
        focus?.onChange = { [unowned self] in follow() }
        connection.flush()
    }

    public func present(_ picture: OverlayPicture, _ area: PixelArea) {
        guard let surface, let format, picture.format == format else { return }
        for buffer in buffers { buffer.outdate(area) }
        guard isReady, let buffer = freeBuffer(picture) else { return }
        buffer.take(picture)
        if buttons != picture.buttonAreas {
            buttons = picture.buttonAreas
            surface.takeClicks(in: buttons.map { $0.divided(by: format.scale) })
        }
        surface.show(buffer, area, scale: Int32(format.scale.rounded(.up)))
        connection.flush()
    }

    public func disappear() {
        isWanted = false
        target = nil
        focus?.onChange = {}
        focus?.end()
        focus = nil
        kwin?.end()
        sway?.end()
        close()
    }

    // MARK: Surface

    /// - Parameter output: wl_output*; nil for the one that the compositor chooses.
    private func open(on output: OpaquePointer? = nil) {
        guard globals.hasOutputs else { return }
        let position = wantedPosition(on: output)
        self.position = position
        surface = LayerSurface(
            on: globals, output: output, size: size, edges: Self.edges(of: position),
            margin: placement.canvasMargin(zoom: look.zoom), left: position.left
        ) { [unowned self] in note($0) }
        connection.flush()
    }

    private var size: LayerSurface.Size {
        LayerSurface.Size(
            width: Int((look.canvas.width * look.zoom).rounded(.up)),
            height: Int((look.canvas.height * look.zoom).rounded(.up)))
    }

    /// - Parameter output: wl_output*; nil for the one with the focus.
    private func wantedPosition(on output: OpaquePointer?) -> Position {
        guard look.form != .button, let place = sway?.place,
            output == nil || output == globals.output(place.corner)
        else { return Position(spot: placement.spot(writing), left: nil) }
        let (spot, left) = placement.place(
            width: size.width, height: size.height, on: place.output, zoom: look.zoom,
            isInTerminal: writing.isInTerminal, centredOn: place.window)
        return Position(spot: spot, left: left)
    }

    private static func edges(of position: Position) -> UInt32 {
        let spot = position.spot
        let across: UInt32 =
            switch position.left == nil ? spot.horizontal : .start {
            case .start: ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT.rawValue
            case .middle: 0
            case .end: ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT.rawValue
            }
        let along: UInt32 =
            switch spot.vertical {
            case .start: ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP.rawValue
            case .middle: 0
            case .end: ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM.rawValue
            }
        return across | along
    }

    /// Goes to another place on the output, if it is wanted there.
    private func settle() {
        guard let surface else { return }
        let wanted = wantedPosition(on: surface.output)
        guard wanted != position else { return }
        position = wanted
        surface.place(
            edges: Self.edges(of: wanted), margin: placement.canvasMargin(zoom: look.zoom),
            left: wanted.left)
        let before = format
        update()
        guard format == before, format != nil else { return }
        surface.commit()
        connection.flush()
    }

    private func note(_ event: LayerSurface.Event) {
        switch event {
        case .changed:
            settle()
            update()
            follow()
        case .shown: onReady()
        case .closed:
            // Deferred: this is called by the surface itself.
            reopening = EventLoop.shared.timer(after: .zero) { [unowned self] in reopen() }
        }
    }

    /// Goes to the output of the focused window. Once only, in case that the compositor wants it
    /// elsewhere.
    private func follow() {
        guard let here = surface?.output, let outputs = focusedOutputs,
            !outputs.contains(here), let output = outputs.first, output != target,
            globals.has(output)
        else { return }
        // Deferred: this may be called by the surface itself.
        reopening = EventLoop.shared.timer(after: .zero) { [unowned self] in
            close()
            guard globals.has(output) else { return open() }
            target = output
            open(on: output)
        }
    }

    /// wl_output* of the focused window; nil if the compositor doesn't tell.
    private var focusedOutputs: [OpaquePointer]? {
        focus?.focusedOutputs ?? kwin?.corner.flatMap(globals.output).map { [$0] }
    }

    private func close() {
        surface = nil
        buttons = []
        format = nil
        reopening = nil
        connection.flush()
    }

    private func reopen() {
        close()
        guard attempts > 0 else { return }
        attempts -= 1
        open()
    }

    /// Follows the scale of the output that the surface is on.
    private func update() {
        guard let surface, surface.isConfigured else { return }
        let scale =
            surface.fraction.map { Double($0) / 120 }
            ?? Double(globals.scale(of: surface.output))
        let format = OverlayPicture.Format(
            scale: scale, isOpaque: false, spot: position?.spot ?? placement.spot(writing))
        guard format != self.format else { return }
        self.format = format
        onFormat()
    }

    private func freeBuffer(_ picture: OverlayPicture) -> LayerBuffer? {
        buffers.removeAll { $0.width != picture.width || $0.height != picture.height }
        if let buffer = buffers.first(where: { !$0.isBusy }) { return buffer }
        do throws(SystemError) {
            let buffer = try LayerBuffer(
                width: picture.width, height: picture.height, shm: globals.memory!
            ) { [unowned self] in if isReady { onReady() } }
            buffers.append(buffer)
            return buffer
        } catch {
            onLoss(Problem("cannot show the overlay", why: "\(error)"))
            return nil
        }
    }
}

extension PixelArea {
    /// In logical pixels, of which one is `scale` device pixels; those that it covers in part count.
    fileprivate func divided(by scale: Double) -> PixelArea {
        let (left, top) = (Int(Double(x) / scale), Int(Double(y) / scale))
        return PixelArea(
            x: left, y: top, width: Int((Double(x + width) / scale).rounded(.up)) - left,
            height: Int((Double(y + height) / scale).rounded(.up)) - top)
    }
}

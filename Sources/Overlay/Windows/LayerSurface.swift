import CWayland
import OverlayDrawing

/// A surface on the topmost layer of one Wayland output.
final class LayerSurface {
    struct Size {
        let width: Int
        let height: Int
    }

    /// wl_surface*.
    let surface: OpaquePointer
    /// The size in logical pixels.
    let size: Size
    /// Whether the compositor has given its size, so that pictures may be shown.
    private(set) var isConfigured = false
    /// Whether a frame callback is pending: the compositor has not shown the last picture yet.
    private(set) var isDrawing = false
    /// wl_output*: the output that it is on.
    private(set) var output: OpaquePointer?
    /// Device pixels in a logical one, in 120ths; nil if the compositor has no fractional scales.
    private(set) var fraction: UInt32?
    private let layer: OpaquePointer
    private let viewport: OpaquePointer?
    private let fractionProxy: OpaquePointer?
    private var callback: OpaquePointer?
    private let send: (Event) -> Void
    /// wl_compositor*.
    private let compositor: OpaquePointer?

    enum Event {
        /// The size or the scale is known or has changed.
        case changed
        /// The last picture is on the screen.
        case shown
        /// Its output is gone.
        case closed
    }

    /// - Parameter output: wl_output*; nil for the one that the compositor chooses: that with the
    ///   focus.
    init(
        on globals: LayerGlobals, output: OpaquePointer?, size: Size, edges: UInt32, margin: Int,
        left: Int?, _ send: @escaping (Event) -> Void
    ) {
        self.send = send
        self.size = size
        compositor = globals.compositor
        surface = wl_compositor_create_surface(globals.compositor)
        if let viewporter = globals.viewporter, let fractions = globals.fractions {
            viewport = wp_viewporter_get_viewport(viewporter, surface)
            fractionProxy = wp_fractional_scale_manager_v1_get_fractional_scale(
                fractions, surface)
        } else {
            (viewport, fractionProxy) = (nil, nil)
        }
        layer = zwlr_layer_shell_v1_get_layer_surface(
            globals.shell, surface, output, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY.rawValue, "utter")
        // Unretained, four times: the deinit destroys the proxies.
        let this = Unmanaged.passUnretained(self).toOpaque()
        wl_surface_add_listener(surface, surfaceListener, this)
        zwlr_layer_surface_v1_add_listener(layer, layerListener, this)
        if let fractionProxy {
            wp_fractional_scale_v1_add_listener(fractionProxy, scaleListener, this)
        }
        takeClicks(in: [])
        place(edges: edges, margin: margin, left: left)
        if let viewport {
            wp_viewport_set_destination(viewport, Int32(size.width), Int32(size.height))
        }
        // Commit without a buffer: asks for the first configure event.
        wl_surface_commit(surface)
    }

    deinit {
        if let callback { wl_callback_destroy(callback) }
        if let fractionProxy { wp_fractional_scale_v1_destroy(fractionProxy) }
        if let viewport { wp_viewport_destroy(viewport) }
        zwlr_layer_surface_v1_destroy(layer)
        wl_surface_destroy(surface)
    }

    /// Keeps to edges of the output (ZWLR_LAYER_SURFACE_V1_ANCHOR_…), a distance in logical pixels
    /// from them, out of the way of panels, and never has the keyboard: from the next commit on.
    ///
    /// - Parameter left: the distance from the left edge; nil for that from the others.
    func place(edges: UInt32, margin: Int, left: Int?) {
        let (margin, left) = (Int32(margin), Int32(left ?? margin))
        zwlr_layer_surface_v1_set_size(layer, UInt32(size.width), UInt32(size.height))
        zwlr_layer_surface_v1_set_anchor(layer, edges)
        zwlr_layer_surface_v1_set_margin(layer, margin, margin, margin, left)
        zwlr_layer_surface_v1_set_exclusive_zone(layer, 0)
        zwlr_layer_surface_v1_set_keyboard_interactivity(
            layer, ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_NONE.rawValue)
    }

    /// Shows the last picture as `place` and `takeClicks` want it now.
    func commit() { wl_surface_commit(surface) }

    /// From the next picture on, only these areas take clicks, in logical pixels.
    func takeClicks(in areas: [PixelArea]) {
        let region = wl_compositor_create_region(compositor)
        for area in areas {
            wl_region_add(
                region, Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height))
        }
        wl_surface_set_input_region(surface, region)
        wl_region_destroy(region)
    }

    /// Shows a buffer and asks for an event when it is on the screen.
    func show(_ buffer: LayerBuffer, _ area: PixelArea, scale: Int32) {
        wl_surface_attach(surface, buffer.proxy, 0, 0)
        wl_surface_damage_buffer(
            surface, Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height))
        // With a viewport the buffer's own scale doesn't matter.
        wl_surface_set_buffer_scale(surface, viewport == nil ? scale : 1)
        if let callback { wl_callback_destroy(callback) }
        callback = wl_surface_frame(surface)
        wl_callback_add_listener(
            callback, frameListener, Unmanaged.passUnretained(self).toOpaque())
        isDrawing = true
        wl_surface_commit(surface)
    }

    // MARK: Events

    fileprivate func configured(_ serial: UInt32) {
        zwlr_layer_surface_v1_ack_configure(layer, serial)
        isConfigured = true
        send(.changed)
    }

    fileprivate func closed() { send(.closed) }

    fileprivate func entered(_ output: OpaquePointer?) {
        self.output = output
        send(.changed)
    }

    fileprivate func preferred(_ scale: UInt32) {
        fraction = scale
        send(.changed)
    }

    fileprivate func framed() {
        if let callback { wl_callback_destroy(callback) }
        callback = nil
        isDrawing = false
        send(.shown)
    }
}

private func layerSurface(_ pointer: UnsafeMutableRawPointer?) -> LayerSurface {
    Unmanaged<LayerSurface>.fromOpaque(pointer!).takeUnretainedValue()
}

// nonisolated(unsafe), four times: written once, by its initialiser, then only read, by libwayland.

nonisolated(unsafe) private let surfaceListener: UnsafePointer<wl_surface_listener> = {
    let listener = UnsafeMutablePointer<wl_surface_listener>.allocate(capacity: 1)
    // Newer versions of the library have more members, for events of versions not bound here.
    var callbacks = wl_surface_listener()
    callbacks.enter = { data, _, output in layerSurface(data).entered(output) }
    callbacks.leave = { _, _, _ in }
    listener.initialize(to: callbacks)
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let layerListener: UnsafePointer<zwlr_layer_surface_v1_listener> = {
    let listener = UnsafeMutablePointer<zwlr_layer_surface_v1_listener>.allocate(capacity: 1)
    listener.initialize(
        to: zwlr_layer_surface_v1_listener(
            configure: { data, _, serial, _, _ in layerSurface(data).configured(serial) },
            closed: { data, _ in layerSurface(data).closed() }))
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let scaleListener: UnsafePointer<wp_fractional_scale_v1_listener> = {
    let listener = UnsafeMutablePointer<wp_fractional_scale_v1_listener>.allocate(capacity: 1)
    listener.initialize(
        to: wp_fractional_scale_v1_listener(
            preferred_scale: { data, _, scale in layerSurface(data).preferred(scale) }))
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let frameListener: UnsafePointer<wl_callback_listener> = {
    let listener = UnsafeMutablePointer<wl_callback_listener>.allocate(capacity: 1)
    listener.initialize(
        to: wl_callback_listener(done: { data, _, _ in
            layerSurface(data).framed()
        }))
    return UnsafePointer(listener)
}()

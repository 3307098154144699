import CWayland
import OverlayDrawing

/// A surface on the topmost layer of one Wayland output, which the compositor chooses: the one with
/// the focus.
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
    private let tell: (News) -> Void

    enum News {
        /// The size or the scale is known or has changed.
        case changed
        /// The last picture is on the screen.
        case shown
        /// Its output is gone.
        case closed
    }

    init(
        on globals: LayerGlobals, size: Size, edges: UInt32, margin: Int,
        _ tell: @escaping (News) -> Void
    ) {
        self.tell = tell
        self.size = size
        surface = wl_compositor_create_surface(globals.compositor)
        let region = wl_compositor_create_region(globals.compositor)
        wl_surface_set_input_region(surface, region)
        wl_region_destroy(region)
        if let viewporter = globals.viewporter, let fractions = globals.fractions {
            viewport = utter_viewport_create(viewporter, surface)
            fractionProxy = utter_fractional_scale_create(fractions, surface)
        } else {
            (viewport, fractionProxy) = (nil, nil)
        }
        layer = utter_layer_surface_create(globals.shell, surface, "utter")
        // Unretained, four times: the deinit destroys the proxies.
        let this = Unmanaged.passUnretained(self).toOpaque()
        wl_surface_add_listener(surface, surfaceListener, this)
        utter_layer_surface_listen(layer, layerListener, this)
        if let fractionProxy { utter_fractional_scale_listen(fractionProxy, scaleListener, this) }
        utter_layer_surface_place(
            layer, UInt32(size.width), UInt32(size.height), edges, Int32(margin))
        if let viewport { utter_viewport_size(viewport, Int32(size.width), Int32(size.height)) }
        // Commit without a buffer: asks for the first configure event.
        wl_surface_commit(surface)
    }

    deinit {
        if let callback { wl_callback_destroy(callback) }
        if let fractionProxy { utter_fractional_scale_destroy(fractionProxy) }
        if let viewport { utter_viewport_destroy(viewport) }
        utter_layer_surface_destroy(layer)
        wl_surface_destroy(surface)
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
        utter_layer_surface_acknowledge(layer, serial)
        isConfigured = true
        tell(.changed)
    }

    fileprivate func closed() { tell(.closed) }

    fileprivate func entered(_ output: OpaquePointer?) {
        self.output = output
        tell(.changed)
    }

    fileprivate func preferred(_ scale: UInt32) {
        fraction = scale
        tell(.changed)
    }

    fileprivate func framed() {
        if let callback { wl_callback_destroy(callback) }
        callback = nil
        isDrawing = false
        tell(.shown)
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

nonisolated(unsafe) private let layerListener: UnsafePointer<utter_layer_surface_listener> = {
    let listener = UnsafeMutablePointer<utter_layer_surface_listener>.allocate(capacity: 1)
    listener.initialize(to: utter_layer_surface_listener(
        configure: { data, _, serial, _, _ in layerSurface(data).configured(serial) },
        closed: { data, _ in layerSurface(data).closed() }))
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let scaleListener: UnsafePointer<utter_fractional_scale_listener> = {
    let listener = UnsafeMutablePointer<utter_fractional_scale_listener>.allocate(capacity: 1)
    listener.initialize(to: utter_fractional_scale_listener(
        preferred: { data, _, scale in layerSurface(data).preferred(scale) }))
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let frameListener: UnsafePointer<wl_callback_listener> = {
    let listener = UnsafeMutablePointer<wl_callback_listener>.allocate(capacity: 1)
    listener.initialize(to: wl_callback_listener(done: { data, _, _ in
        layerSurface(data).framed()
    }))
    return UnsafePointer(listener)
}()

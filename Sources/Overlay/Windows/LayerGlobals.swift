import CWayland
import KWinScripting
import WaylandClient

/// The globals of a compositor that a surface above all windows needs.
final class LayerGlobals {
    /// wl_compositor*.
    private(set) var compositor: OpaquePointer?
    /// wl_shm*.
    private(set) var memory: OpaquePointer?
    /// zwlr_layer_shell_v1*.
    private(set) var shell: OpaquePointer?
    /// wp_viewporter*.
    private(set) var viewporter: OpaquePointer?
    /// wp_fractional_scale_manager_v1*.
    private(set) var fractions: OpaquePointer?
    /// Called where the surface was clicked, in its logical pixels.
    var onClick: (_ x: Double, _ y: Double) -> Void = { _, _ in }
    /// Called when an output appears, disappears or changes its scale.
    var onOutputs: () -> Void = {}

    private struct Output {
        let name: UInt32
        /// wl_output*.
        let proxy: OpaquePointer
        var scale: Int32 = 1
        var corner: OutputCorner?
    }
    private var outputs: [Output] = []
    private var pointers: [LayerPointer] = []
    // Kept alive until the proxies are destroyed.
    private let connection: WaylandConnection
    /// wl_registry*.
    private let registry: OpaquePointer

    /// Asks for the globals; they are known after one roundtrip, the outputs' scales after two.
    init(of connection: WaylandConnection) {
        self.connection = connection
        registry = connection.registry()
        // Unretained: the deinit destroys the proxies that hold the pointer.
        wl_registry_add_listener(
            registry, registryListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        pointers = []
        for output in outputs { wl_output_destroy(output.proxy) }
        if let fractions { wp_fractional_scale_manager_v1_destroy(fractions) }
        if let viewporter { wp_viewporter_destroy(viewporter) }
        // Version 1 has no request to destroy it.
        if let shell { wl_proxy_destroy(shell) }
        if let memory { wl_shm_destroy(memory) }
        if let compositor { wl_compositor_destroy(compositor) }
        wl_registry_destroy(registry)
    }

    var isComplete: Bool { compositor != nil && memory != nil && shell != nil }

    var hasOutputs: Bool { !outputs.isEmpty }

    /// Whether it is one of the outputs (wl_output*).
    func has(_ output: OpaquePointer) -> Bool { outputs.contains { $0.proxy == output } }

    /// The output that begins there (wl_output*).
    func output(_ corner: OutputCorner) -> OpaquePointer? {
        outputs.first { $0.corner == corner }?.proxy
    }

    /// The scale of an output; the largest scale if it is nil or gone.
    func scale(of output: OpaquePointer?) -> Int32 {
        outputs.first { $0.proxy == output }?.scale ?? outputs.map(\.scale).max() ?? 1
    }

    // MARK: Events

    fileprivate func found(_ interface: String, name: UInt32, version: UInt32) {
        switch interface {
        case "wl_compositor" where compositor == nil && version >= 4:
            // wl_surface.damage_buffer came with version 4.
            compositor = bind(interface, name, version: 4)
        case "wl_shm" where memory == nil:
            memory = bind(interface, name)
        case "zwlr_layer_shell_v1" where shell == nil:
            shell = bind(interface, name)
        case "wp_viewporter" where viewporter == nil:
            viewporter = bind(interface, name)
        case "wp_fractional_scale_manager_v1" where fractions == nil:
            fractions = bind(interface, name)
        case "wl_seat":
            guard let seat = bind(interface, name) else { return }
            pointers.append(LayerPointer(seat, name: name) { [unowned self] in onClick($0, $1) })
        case "wl_output" where version >= 2:
            // An output's scale came with version 2.
            guard let proxy = bind(interface, name, version: 2) else { return }
            outputs.append(Output(name: name, proxy: proxy))
            wl_output_add_listener(
                proxy, outputListener, Unmanaged.passUnretained(self).toOpaque())
            onOutputs()
        default: break
        }
    }

    private func bind(
        _ interface: String, _ name: UInt32, version: UInt32 = 1
    ) -> OpaquePointer? {
        OpaquePointer(utter_bind(registry, name, interface, version))
    }

    fileprivate func lost(name: UInt32) {
        pointers.removeAll { $0.name == name }
        guard let index = outputs.firstIndex(where: { $0.name == name }) else { return }
        wl_output_destroy(outputs.remove(at: index).proxy)
        onOutputs()
    }

    fileprivate func placed(_ output: OpaquePointer?, _ corner: OutputCorner) {
        guard let index = outputs.firstIndex(where: { $0.proxy == output }) else { return }
        outputs[index].corner = corner
    }

    fileprivate func scaled(_ output: OpaquePointer?, _ scale: Int32) {
        guard let index = outputs.firstIndex(where: { $0.proxy == output }) else { return }
        outputs[index].scale = max(1, scale)
        onOutputs()
    }
}

private func globals(_ pointer: UnsafeMutableRawPointer?) -> LayerGlobals {
    Unmanaged<LayerGlobals>.fromOpaque(pointer!).takeUnretainedValue()
}

// nonisolated(unsafe), twice: written once, by its initialiser, then only read, by libwayland.

nonisolated(unsafe) private let registryListener: UnsafePointer<wl_registry_listener> = {
    let listener = UnsafeMutablePointer<wl_registry_listener>.allocate(capacity: 1)
    listener.initialize(
        to: wl_registry_listener(
            global: { data, _, name, interface, version in
                globals(data).found(String(cString: interface!), name: name, version: version)
            },
            global_remove: { data, _, name in globals(data).lost(name: name) }))
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let outputListener: UnsafePointer<wl_output_listener> = {
    let listener = UnsafeMutablePointer<wl_output_listener>.allocate(capacity: 1)
    // Newer versions of the library have more members, for events of versions not bound here.
    var callbacks = wl_output_listener()
    callbacks.geometry = { data, output, x, y, _, _, _, _, _, _ in
        globals(data).placed(output, OutputCorner(x: x, y: y))
    }
    callbacks.mode = { _, _, _, _, _, _ in }
    callbacks.done = { _, _ in }
    callbacks.scale = { data, output, scale in globals(data).scaled(output, scale) }
    listener.initialize(to: callbacks)
    return UnsafePointer(listener)
}()

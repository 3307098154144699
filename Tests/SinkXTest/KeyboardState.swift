import CX11
import TestSupport

/// The core keyboard's state, as a client of its own sees it.
final class KeyboardState {
    private let display: OpaquePointer

    init(_ server: XServer) {
        display = XOpenDisplay(server.display)!
    }

    deinit { XCloseDisplay(display) }

    /// The active group, 0 to 3.
    var group: Int {
        var state = XkbStateRec()
        XkbGetState(display, UInt32(XkbUseCoreKbd), &state)
        return Int(state.group)
    }

    /// Makes a group active until it is changed.
    func lock(group: Int) {
        XkbLockGroup(display, UInt32(XkbUseCoreKbd), UInt32(group))
        XSync(display, 0)
    }

    /// The keycodes that are down.
    var keysDown: [Int] {
        var bits = [CChar](repeating: 0, count: 32)
        XQueryKeymap(display, &bits)
        return (0..<256).filter { UInt8(bitPattern: bits[$0 / 8]) >> ($0 % 8) & 1 == 1 }
    }
}

import CX11
import X11Connection

extension XConnection {
    /// A window's property of any contents; nil if there is none, or it has more than `limit`
    /// bytes.
    ///
    /// - Parameters:
    ///   - type: the required type; nil for any.
    ///   - delete: whether to delete it, which tells its writer that it was read.
    func property(
        _ property: Atom, of window: Window, type wanted: Atom? = nil, limit: Int,
        delete: Bool = false
    ) -> SelectionValue? {
        var (type, format, count, rest) = (Atom(0), Int32(0), UInt(0), UInt(0))
        var data: UnsafeMutablePointer<UInt8>?
        // One word more than the limit, so that an excess is noticed.
        let result = XGetWindowProperty(
            display, window, property, 0, limit / 4 + 1, delete ? 1 : 0,
            wanted ?? Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
        defer { if let data { XFree(data) } }
        guard result == Success, type != 0, let data, rest == 0, wanted == nil || type == wanted
        else { return nil }
        let width = format == 32 ? MemoryLayout<Int>.size : Int(format) / 8
        let bytes = Array(UnsafeBufferPointer(start: data, count: Int(count) * width))
        guard Int(count) * Int(format) / 8 <= limit else { return nil }
        return SelectionValue(type: type, format: format, bytes: bytes)
    }

    /// The server's time, in ms. PropertyNotify must be selected on the connection's window.
    func serverTime() async throws(Interruption) -> Time {
        // Appending nothing to a property causes an event with a time (ICCCM 2.1).
        let property = atom("_UTTER_TIME")
        var time = Time(0)
        XChangeProperty(display, window, property, XA_INTEGER, 32, PropModeAppend, nil, 0)
        try await answer(cancellable: true) {
            guard $0.type == PropertyNotify, $0.xproperty.atom == property else { return false }
            time = $0.xproperty.time
            return true
        }
        return time
    }
}

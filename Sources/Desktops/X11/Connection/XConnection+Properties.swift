package import CX11

extension XConnection {
    /// A window's property of 32-bit numbers; nil if it has none, empty if it is of another type.
    package func cardinals(_ property: String, of window: Window) -> [UInt32]? {
        var (type, format, count, rest) = (Atom(0), Int32(0), UInt(0), UInt(0))
        var bytes: UnsafeMutablePointer<UInt8>?
        XGetWindowProperty(
            display, window, atom(property), 0, 65_536, 0, XA_CARDINAL, &type, &format, &count,
            &rest, &bytes)
        defer { if let bytes { XFree(bytes) } }
        guard type != 0 else { return nil }
        guard let bytes, format == 32, type == XA_CARDINAL else { return [] }
        // Format 32 is an array of C longs in Xlib (XGetWindowProperty(3)).
        return bytes.withMemoryRebound(to: Int.self, capacity: Int(count)) {
            UnsafeBufferPointer(start: $0, count: Int(count))
                .map { UInt32(truncatingIfNeeded: $0) }
        }
    }

    /// A window's property of windows; empty if it has none.
    package func windows(_ property: String, of window: Window) -> [Window] {
        var (type, format, count, rest) = (Atom(0), Int32(0), UInt(0), UInt(0))
        var bytes: UnsafeMutablePointer<UInt8>?
        XGetWindowProperty(
            display, window, atom(property), 0, 65_536, 0, XA_WINDOW, &type, &format, &count,
            &rest, &bytes)
        defer { if let bytes { XFree(bytes) } }
        guard let bytes, format == 32, type == XA_WINDOW else { return [] }
        return bytes.withMemoryRebound(to: Window.self, capacity: Int(count)) {
            Array(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
    }

    /// Whether a window has a property, of any type.
    package func has(_ property: String, _ window: Window) -> Bool {
        var (type, format, count, rest) = (Atom(0), Int32(0), UInt(0), UInt(0))
        var bytes: UnsafeMutablePointer<UInt8>?
        XGetWindowProperty(
            display, window, atom(property), 0, 0, 0, Atom(AnyPropertyType), &type, &format,
            &count, &rest, &bytes)
        if let bytes { XFree(bytes) }
        return type != 0
    }

    package func setCardinals(_ property: String, of window: Window, to numbers: [UInt32]) {
        numbers.map { Int($0) }.withUnsafeBytes {
            _ = XChangeProperty(
                display, window, atom(property), XA_CARDINAL, 32, PropModeReplace,
                $0.bindMemory(to: UInt8.self).baseAddress, Int32(numbers.count))
        }
    }

    /// A window's text property, at most 1 MB of it; nil if it has none.
    package func text(_ property: String, of window: Window) -> String? {
        var (type, format, count, rest) = (Atom(0), Int32(0), UInt(0), UInt(0))
        var bytes: UnsafeMutablePointer<UInt8>?
        XGetWindowProperty(
            display, window, atom(property), 0, 262_144, 0, Atom(AnyPropertyType), &type, &format,
            &count, &rest, &bytes)
        defer { if let bytes { XFree(bytes) } }
        guard let bytes, format == 8 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    package func setAtoms(_ property: String, of window: Window, to names: [String]) {
        // Format 32 is an array of C longs in Xlib, and Atom is one.
        names.map { atom($0) }.withUnsafeBytes {
            _ = XChangeProperty(
                display, window, atom(property), XA_ATOM, 32, PropModeReplace,
                $0.bindMemory(to: UInt8.self).baseAddress, Int32(names.count))
        }
    }
}

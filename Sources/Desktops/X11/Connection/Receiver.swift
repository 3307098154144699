package import CX11
package import Dictation
import LinuxRuntime

/// The window that gets the keys.
package struct Receiver {
    /// The window with the focus, or the one under the pointer where focus follows that.
    package let window: Window
    /// The window or an ancestor that answers _NET_WM_PING (Extended Window Manager Hints), if any.
    package let answering: Window?
    /// Its process, if known.
    let process: ReceivingProcess?
    /// Whether it holds characters back while more keys wait, but inserts those beyond the BMP at
    /// once, and so before the others. Any other key makes it insert what it holds back. True for
    /// LibreOffice (edtwin.cxx, SwEditWin::KeyInput).
    package let holdsCharactersBack: Bool
    /// The child of the root window that contains it.
    private let topLevel: Window
    /// Whether it gets the keys because the pointer is in it.
    private let isUnderPointer: Bool

    /// The current receiver; nil if no window gets the keys.
    package init?(_ connection: XConnection) {
        guard let (window, isUnderPointer) = Self.keysWindow(connection),
            isUnderPointer || !connection.isPlaceholder(window)
        else { return nil }
        self.window = window
        self.isUnderPointer = isUnderPointer
        let windows = Self.ancestors(window, connection)
        topLevel = windows.last ?? window
        answering = windows.first { Self.answers($0, connection) }
        process = ReceivingProcess(windows, connection)
        let name = Self.className(windows, connection)?.lowercased() ?? ""
        holdsCharactersBack = ["libreoffice", "soffice"].contains { name.hasPrefix($0) }
    }

    package static func focused(_ connection: XConnection) -> Window? {
        guard let (window, isUnderPointer) = keysWindow(connection),
            isUnderPointer || !connection.isPlaceholder(window)
        else { return nil }
        return window
    }

    private static func keysWindow(
        _ connection: XConnection
    ) -> (window: Window, isUnderPointer: Bool)? {
        var (window, revert) = (Window(0), Int32(0))
        XGetInputFocus(connection.display, &window, &revert)
        switch window {
        case 0: return nil
        // Keys for the root window go to the window under the pointer, too (X Window System
        // Protocol, “Keyboard and Pointer Events”).
        case Window(PointerRoot), connection.root:
            return underPointer(connection).map { ($0, true) }
        default: return (window, false)
        }
    }

    /// Whether this window still gets the keys. If that depends on the pointer, any part of the
    /// same top-level window counts.
    package func hasKeys(_ connection: XConnection) -> Bool {
        guard let (window, isUnderPointer) = Self.keysWindow(connection),
            isUnderPointer == self.isUnderPointer
        else { return false }
        if window == self.window { return true }
        return isUnderPointer && Self.ancestors(window, connection).last == topLevel
    }

    /// Whether its program shows another window above it that the window manager doesn't know: a
    /// list of completions, which takes the keys and passes them on.
    package func hasPopup(_ connection: XConnection) -> Bool {
        var (root, parent, count) = (Window(0), Window(0), UInt32(0))
        var children: UnsafeMutablePointer<Window>?
        guard
            XQueryTree(
                connection.display, connection.root, &root, &parent, &children, &count) != 0,
            let children
        else { return false }
        defer { XFree(children) }
        let client = connection.client(of: window)
        return UnsafeBufferPointer(start: children, count: Int(count)).contains { child in
            guard connection.client(of: child) == client else { return false }
            var attributes = XWindowAttributes()
            return XGetWindowAttributes(connection.display, child, &attributes) != 0
                && attributes.override_redirect != 0 && attributes.map_state == IsViewable
        }
    }

    /// The innermost window under the pointer, if it isn't the root.
    private static func underPointer(_ connection: XConnection) -> Window? {
        var window = connection.root
        while true {
            var (root, child, mask) = (Window(0), Window(0), UInt32(0))
            var (x, y, localX, localY) = (Int32(0), Int32(0), Int32(0), Int32(0))
            let isHere = XQueryPointer(
                connection.display, window, &root, &child, &x, &y, &localX, &localY, &mask)
            if isHere == 0 || child == 0 { return window == connection.root ? nil : window }
            window = child
        }
    }

    /// A window and its ancestors, without the root.
    static func ancestors(_ window: Window, _ connection: XConnection) -> [Window] {
        var (windows, next) = ([Window](), window)
        while next != 0, next != connection.root {
            windows.append(next)
            var (root, parent, count) = (Window(0), Window(0), UInt32(0))
            var children: UnsafeMutablePointer<Window>?
            // Fails if the window is gone by now.
            let exists = XQueryTree(connection.display, next, &root, &parent, &children, &count)
            if let children { XFree(children) }
            next = exists != 0 ? parent : 0
        }
        return windows
    }

    private static func answers(_ window: Window, _ connection: XConnection) -> Bool {
        var protocols: UnsafeMutablePointer<Atom>?
        var count: Int32 = 0
        guard XGetWMProtocols(connection.display, window, &protocols, &count) != 0,
            let protocols
        else { return false }
        defer { XFree(protocols) }
        return UnsafeBufferPointer(start: protocols, count: Int(count))
            .contains(connection.atom("_NET_WM_PING"))
    }

    /// The class in WM_CLASS of the first window that has one.
    private static func className(_ windows: [Window], _ connection: XConnection) -> String? {
        for window in windows {
            var hint = XClassHint()
            guard XGetClassHint(connection.display, window, &hint) != 0 else { continue }
            defer {
                XFree(hint.res_name)
                XFree(hint.res_class)
            }
            return hint.res_class.map { String(cString: $0) }
        }
        return nil
    }

    /// A window's number and class, for the user.
    package static func target(_ window: Window, _ connection: XConnection) -> SinkTarget {
        let identifier = "0x" + String(window, radix: 16)
        guard let name = className(ancestors(window, connection), connection) else {
            return SinkTarget(identifier)
        }
        return SinkTarget("\(identifier) \(name)")
    }
}

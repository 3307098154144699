package import CX11

/// A top-level window in the user's sense: the one that a program made for the window manager, with
/// everything in it.
package struct ClientWindow {
    package let window: Window
    /// WM_CLASS's class, then its instance (ICCCM 4.1.2.5).
    package let classes: [String]
    package let title: String
    /// The pid of its program, if that is on this machine.
    package let pid: Int32?

    /// The window that contains the one with the keyboard focus; nil if there is none.
    package init?(focusedOn connection: XConnection) {
        guard let focused = Receiver.focused(connection) else { return nil }
        let windows = Receiver.ancestors(focused, connection)
        // Window managers set WM_STATE (ICCCM 4.1.3.1). Without it, the window with a class is the
        // most likely top-level one.
        let managed =
            windows.first { connection.has("WM_STATE", $0) }
            ?? windows.first { connection.has("WM_CLASS", $0) }
        guard let window = managed ?? windows.last else { return nil }
        self.window = window
        classes = Self.classes(window, connection)
        title =
            connection.text("_NET_WM_NAME", of: window)
            ?? connection.text("WM_NAME", of: window) ?? ""
        pid = ReceivingProcess(Array(windows.drop { $0 != window }), connection)?.pid
    }

    private static func classes(_ window: Window, _ connection: XConnection) -> [String] {
        var hint = XClassHint()
        guard XGetClassHint(connection.display, window, &hint) != 0 else { return [] }
        defer {
            XFree(hint.res_name)
            XFree(hint.res_class)
        }
        return [hint.res_class, hint.res_name].compactMap { $0 }.map { String(cString: $0) }
            .filter { !$0.isEmpty }
    }
}

extension XConnection {
    /// Requests the focus for a window: from the window manager if there is one, which also shows
    /// its workspace (Extended Window Manager Hints, _NET_ACTIVE_WINDOW), else from the server.
    package func activate(_ window: Window) {
        guard isManaged else {
            XRaiseWindow(display, window)
            XSetInputFocus(display, window, RevertToParent, UInt(CurrentTime))
            return
        }
        // 2: on the user's request, through another program.
        let data = [2, Int(CurrentTime), 0]
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window
        event.xclient.message_type = atom("_NET_ACTIVE_WINDOW")
        event.xclient.format = 32
        withUnsafeMutableBytes(of: &event.xclient.data.l) { bytes in
            data.withUnsafeBytes { bytes.copyMemory(from: $0) }
        }
        XSendEvent(display, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    }

    /// Whether a window manager handles such requests.
    private var isManaged: Bool { managersWindow != nil }

    /// The window by which a window manager announces itself (Extended Window Manager Hints).
    private var managersWindow: Window? {
        windows("_NET_SUPPORTING_WM_CHECK", of: root).first {
            windows("_NET_SUPPORTING_WM_CHECK", of: $0) == [$0]
        }
    }

    /// Whether a window is an invisible one of the window manager, which has the focus while no
    /// other window should have it (openbox, i3, Metacity).
    func isPlaceholder(_ window: Window) -> Bool {
        guard let manager = managersWindow, client(of: window) == client(of: manager) else {
            return false
        }
        if window == manager { return true }
        var attributes = XWindowAttributes()
        guard XGetWindowAttributes(display, window, &attributes) != 0 else { return false }
        return attributes.class == InputOnly || attributes.width * attributes.height <= 1
            || attributes.x + attributes.width <= 0 || attributes.y + attributes.height <= 0
    }

    /// Whether another client has grabbed the keyboard, and one of its windows, unknown to the
    /// window manager, covers the whole screen, as with lockers.
    package var isScreenHeld: Bool {
        guard hasCover else { return false }
        // The only way to detect a grab is to try one. It is released at once.
        let answer = XGrabKeyboard(
            display, root, 0, GrabModeAsync, GrabModeAsync, UInt(CurrentTime))
        if answer == GrabSuccess { XUngrabKeyboard(display, UInt(CurrentTime)) }
        return answer == AlreadyGrabbed
    }

    private var hasCover: Bool {
        var screen = XWindowAttributes()
        XGetWindowAttributes(display, root, &screen)
        return children(of: root).contains { child in
            var attributes = XWindowAttributes()
            return XGetWindowAttributes(display, child, &attributes) != 0
                && attributes.override_redirect != 0 && attributes.map_state == IsViewable
                && attributes.class == InputOutput
                && attributes.x <= 0 && attributes.y <= 0
                && attributes.x + attributes.width >= screen.width
                && attributes.y + attributes.height >= screen.height
        }
    }

    private func children(of window: Window) -> [Window] {
        var (root, parent, count) = (Window(0), Window(0), UInt32(0))
        var children: UnsafeMutablePointer<Window>?
        guard XQueryTree(display, window, &root, &parent, &children, &count) != 0, let children
        else { return [] }
        defer { XFree(children) }
        return Array(UnsafeBufferPointer(start: children, count: Int(count)))
    }
}

import CX11
import X11Connection

/// Watches the user and other programs while a text is typed, by the server's events.
///
/// Each event has the number of our last request that the server had handled by then (X Window
/// System Protocol, “Request Format”), which shows which keys came before it.
@X11Actor
final class TypingWatch {
    struct Press {
        let key: UInt8
        let request: UInt
    }

    /// Whether the window, or the one that answers pings for it, was destroyed.
    private(set) var isReceiverGone = false
    /// Keys that the user pressed.
    private(set) var presses: [Press] = []
    /// The request after which another program grabbed the keyboard, or released it.
    private(set) var grab: UInt?
    /// Whether another client gave the XTEST keyboard another keymap.
    private(set) var isKeymapForeign = false
    /// Changes of the keymap up to this request are our own.
    private var ownChange: UInt = 0

    private let connection: XConnection
    private let keyboard: XTestKeyboard
    private let keyboards: [Int32]
    private var windows: [Window] = []
    /// Clients with a frameless window that appeared or disappeared: lists of completions, menus.
    private var clientsWithPopups: Set<XID> = []

    init(_ connection: XConnection, _ keyboard: XTestKeyboard) {
        self.connection = connection
        self.keyboard = keyboard
        keyboards = keyboard.others
        select(true)
        connection.observer = { [weak self] in self?.note($0) }
    }

    /// Stops watching.
    func end() {
        connection.observer = nil
        if connection.isLost { return }
        select(false)
        for window in windows { XSelectInput(connection.display, window, NoEventMask) }
    }

    /// Watches the receiver as well. Whether it still existed then is known when it turns out to
    /// have the focus.
    func follow(_ receiver: Receiver) {
        for window in windows { XSelectInput(connection.display, window, NoEventMask) }
        isReceiverGone = false
        windows = [receiver.window]
        XSelectInput(
            connection.display, receiver.window, FocusChangeMask | StructureNotifyMask)
        if let answering = receiver.answering, answering != receiver.window {
            windows.append(answering)
            XSelectInput(connection.display, answering, StructureNotifyMask)
        }
    }

    /// To be called when a change of the keymap was the last request to the server.
    func noteOwnChange() {
        ownChange = XNextRequest(connection.display) - 1
    }

    func forgetPresses() { presses = [] }

    /// The recorded grab turned out to be the receiver's own.
    func forgetGrab() { grab = nil }

    /// Whether a list of completions or a menu of the receiver appeared or disappeared in the
    /// meantime: it grabs the keyboard while it is shown, and passes typed keys on.
    func hadPopup(of receiver: Receiver) -> Bool {
        clientsWithPopups.contains(connection.client(of: receiver.window))
    }

    // MARK: -

    private func select(_ on: Bool) {
        let (display, device) = (connection.display, keyboard.device)
        // Raw events come independent of focus and grabs (XI2proto.txt, 2.1).
        var bits = [UInt8](repeating: 0, count: Int(XI_RawKeyPress) / 8 + 1)
        if on { bits[Int(XI_RawKeyPress) / 8] |= 1 << (UInt8(XI_RawKeyPress) % 8) }
        bits.withUnsafeMutableBufferPointer { bits in
            var masks = keyboards.map {
                XIEventMask(deviceid: $0, mask_len: Int32(bits.count), mask: bits.baseAddress)
            }
            // One device that was just unplugged would make the request fail for all.
            for index in masks.indices {
                XISelectEvents(display, connection.root, &masks[index], 1)
            }
        }
        let changes = [
            (XkbMapNotify, UInt(XkbKeySymsMask)),
            (XkbNewKeyboardNotify, UInt(XkbAllNewKeyboardEventsMask)),
        ]
        for (event, details) in changes {
            XkbSelectEventDetails(display, device, UInt32(event), details, on ? details : 0)
        }
    }

    private func note(_ event: XEvent) {
        switch event.type {
        case DestroyNotify where windows.contains(event.xdestroywindow.window):
            isReceiverGone = true
        case FocusIn, FocusOut:
            let mode = event.xfocus.mode
            if mode == NotifyGrab || mode == NotifyUngrab, grab == nil {
                grab = event.xfocus.serial
            }
        case MapNotify where event.xmap.override_redirect != 0:
            clientsWithPopups.insert(connection.client(of: event.xmap.window))
        case UnmapNotify where event.xunmap.event == connection.root:
            clientsWithPopups.insert(connection.client(of: event.xunmap.window))
        case GenericEvent where event.xcookie.extension == keyboard.inputExtension:
            notePress(event.xcookie)
        case connection.xkbEvents:
            noteKeymap(event)
        default: break
        }
    }

    private func notePress(_ event: XGenericEventCookie) {
        // A copy is enough: Xlib finds the data by the cookie's number (XGetEventData(3)).
        var cookie = event
        guard cookie.evtype == XI_RawKeyPress, XGetEventData(connection.display, &cookie) != 0
        else { return }
        defer { XFreeEventData(connection.display, &cookie) }
        let detail = cookie.data.assumingMemoryBound(to: XIRawEvent.self).pointee.detail
        presses.append(Press(key: UInt8(truncatingIfNeeded: detail), request: cookie.serial))
    }

    private func noteKeymap(_ event: XEvent) {
        withUnsafeBytes(of: event) { bytes in
            // All XKB events have the same beginning (XKBlib.h).
            let kind = bytes.loadUnaligned(as: XkbAnyEvent.self)
            guard kind.serial > ownChange, kind.device == keyboard.device,
                [XkbMapNotify, XkbNewKeyboardNotify].contains(kind.xkb_type)
            else { return }
            isKeymapForeign = true
        }
    }
}

import CX11
import DictationParts
import LinuxRuntime
import MonotonicTime
import X11Connection

/// The selections that this process owns on one connection, and the transfers to their readers
/// (ICCCM 2.1 to 2.4). It works in the connection's observer.
@X11Actor
final class SelectionOwner {
    private let connection: XConnection
    private let textTargets: Set<Atom>
    private var held: [Atom: (contents: SelectionContents, since: Time)] = [:]
    private var transfers: [SelectionTransfer] = []
    /// Called when another program has taken a selection.
    var onLoss: (Atom) -> Void = { _ in }
    /// The paste that is being awaited.
    var paste: Paste?
    /// A client whose paste would come too late, and until when (monotonic, ns) it gets no text.
    private var barred: (client: XID, until: Int64)?
    /// Whether a clipboard manager has answered `saveTargets`.
    private var isSaved = false

    /// The requests of a client since it was told to paste.
    struct Paste {
        let client: XID
        /// How many times it was given text.
        fileprivate(set) var requests = 0
        /// The time of the last one, in ns of the monotonic clock.
        fileprivate(set) var lastRequest: Int64 = 0
    }

    /// Whether the client that was told to paste has been given the text.
    var hasPasted: Bool { (paste?.requests ?? 0) > 0 }

    init(_ connection: XConnection) {
        self.connection = connection
        textTargets = SelectionContents.textTargets(connection)
        connection.observer = { [weak self] in self?.handle($0) }
    }

    isolated deinit { connection.observer = nil }

    // MARK: Owning

    /// The contents that this process offers as a selection; nil if it isn't the owner.
    func contents(of selection: Atom) -> SelectionContents? { held[selection]?.contents }

    /// The contents that it holds for the user; nil if there are none.
    var served: ClipboardContents? {
        var selections: [ClipboardContents.Selection: [ClipboardContents.Form]] = [:]
        for selection in ClipboardContents.Selection.allCases {
            guard let contents = contents(of: selection.atom(connection)), !contents.isSecret
            else { continue }
            selections[selection] = contents.forms(connection)
        }
        if selections.isEmpty { return nil }
        let rest = (barred?.until ?? 0) - MonotonicClock.nanoseconds
        return ClipboardContents(
            selections, secondsHeldBack: Int(max(0, rest) / 1_000_000_000))
    }

    /// Takes a selection, unless its owner has changed.
    ///
    /// - Parameter time: the server's time, no earlier than its last event.
    func take(
        _ selection: Atom, from owner: Window, offering contents: SelectionContents, at time: Time
    ) -> Bool {
        let display = connection.display
        // Grabbed, since the owner could change between the two requests.
        XGrabServer(display)
        var isTaken = false
        if XGetSelectionOwner(display, selection) == owner {
            XSetSelectionOwner(display, selection, connection.window, time)
            isTaken = XGetSelectionOwner(display, selection) == connection.window
        }
        XUngrabServer(display)
        XFlush(display)
        if isTaken { held[selection] = (contents, time) }
        return isTaken
    }

    /// Offers other contents, or gives the selection up; does nothing if another program owns it
    /// now. The selection is taken again, so its watchers are notified.
    func replace(_ selection: Atom, with contents: SelectionContents?) {
        guard let old = held.removeValue(forKey: selection), !connection.isLost else { return }
        let display = connection.display
        XGrabServer(display)
        if XGetSelectionOwner(display, selection) == connection.window {
            let owner = contents == nil ? Window(None) : connection.window
            XSetSelectionOwner(display, selection, owner, Time(CurrentTime))
            if let contents { held[selection] = (contents, old.since) }
        }
        XUngrabServer(display)
        XFlush(display)
    }

    /// Refuses text to a client that may still handle the chord when there is something else to
    /// paste.
    func bar(_ client: XID, for time: Duration) {
        barred = (client, MonotonicClock.nanoseconds + time.nanoseconds)
    }

    // MARK: Serving

    /// The transfers of text to a client that haven't ended.
    func openTransfers(to client: XID) -> [SelectionTransfer] {
        transfers.filter { $0.isText && connection.client(of: $0.requestor) == client }
    }

    private func handle(_ event: XEvent) {
        switch event.type {
        case SelectionRequest: answer(event.xselectionrequest)
        case SelectionClear where event.xselectionclear.window == connection.window:
            lose(event.xselectionclear.selection)
        case SelectionNotify where event.xselection.target == connection.atom("SAVE_TARGETS"):
            isSaved = true
        case PropertyNotify where event.xproperty.state == PropertyDelete:
            proceed(event.xproperty)
        case DestroyNotify:
            transfers.removeAll { $0.requestor == event.xdestroywindow.window }
        default: break
        }
    }

    /// The event may be older than a later acquisition by this process.
    private func lose(_ selection: Atom) {
        if XGetSelectionOwner(connection.display, selection) != connection.window {
            held[selection] = nil
            onLoss(selection)
        }
    }

    private func proceed(_ event: XPropertyEvent) {
        for transfer in transfers
        where transfer.requestor == event.window && transfer.property == event.atom {
            transfer.proceed(connection)
        }
        transfers.removeAll(where: \.isComplete)
        if !transfers.contains(where: { $0.requestor == event.window }),
            event.window != connection.window
        {
            XSelectInput(connection.display, event.window, NoEventMask)
        }
        XFlush(connection.display)
    }

    private func answer(_ request: XSelectionRequestEvent) {
        // Old clients give no property (ICCCM 2.2).
        let property = request.property == Atom(None) ? request.target : request.property
        var isDone = false
        if let held = held[request.selection] {
            if request.target == connection.atom("MULTIPLE") {
                isDone = convertMultiple(request.requestor, property, held)
            } else {
                isDone = convert(request.target, request.requestor, property, held)
            }
        }
        var event = XEvent()
        event.xselection.type = SelectionNotify
        event.xselection.requestor = request.requestor
        event.xselection.selection = request.selection
        event.xselection.target = request.target
        event.xselection.property = isDone ? property : Atom(None)
        event.xselection.time = request.time
        XSendEvent(connection.display, request.requestor, 0, 0, &event)
        XFlush(connection.display)
    }

    /// Writes one form to the requestor's property; false if it is refused.
    private func convert(
        _ target: Atom, _ requestor: Window, _ property: Atom,
        _ held: (contents: SelectionContents, since: Time)
    ) -> Bool {
        let value: SelectionValue
        if target == connection.atom("TARGETS") {
            let own = ["TARGETS", "TIMESTAMP", "MULTIPLE"].map { connection.atom($0) }
            value = SelectionValue(type: XA_ATOM, numbers: own + held.contents.targets)
        } else if target == connection.atom("TIMESTAMP") {
            value = SelectionValue(type: XA_INTEGER, numbers: [held.since])
        } else if let offered = held.contents[target] {
            value = offered
        } else {
            return false
        }
        let isText = textTargets.contains(target)
        let client = connection.client(of: requestor)
        if isText {
            if let barred, barred.client == client, MonotonicClock.nanoseconds < barred.until {
                return false
            }
            // A clipboard manager, which would keep the text, or restore it when the selection is
            // empty.
            if held.contents.isSecret, paste?.client != client { return false }
            if paste?.client == client {
                paste?.requests += 1
                paste?.lastRequest = MonotonicClock.nanoseconds
            }
        }
        // A requestor that uses the same property again won't read the first answer, and for one
        // that was gone before its events could be selected no event comes.
        transfers.removeAll {
            $0.requestor == requestor && $0.property == property || $0.isStale
        }
        let transfer = SelectionTransfer(value, to: requestor, property, isText: isText)
        transfers.append(transfer)
        // Selected first, or the first read would be missed.
        XSelectInput(connection.display, requestor, PropertyChangeMask | StructureNotifyMask)
        transfer.begin(connection)
        return true
    }

    /// Several forms at once: pairs of target and property (ICCCM 2.6.2).
    private func convertMultiple(
        _ requestor: Window, _ property: Atom,
        _ held: (contents: SelectionContents, since: Time)
    ) -> Bool {
        guard
            let pairs = connection.property(
                property, of: requestor, type: connection.atom("ATOM_PAIR"), limit: 4096)
        else { return false }
        var atoms = pairs.bytes.withUnsafeBytes { Array($0.bindMemory(to: Atom.self)) }
        for index in stride(from: 0, to: atoms.count - 1, by: 2)
        where !convert(atoms[index], requestor, atoms[index + 1], held) {
            atoms[index + 1] = Atom(None)
        }
        let result = SelectionValue(type: pairs.type, numbers: atoms)
        result.bytes.withUnsafeBufferPointer {
            _ = XChangeProperty(
                connection.display, requestor, property, result.type, 32, PropModeReplace,
                $0.baseAddress, Int32(atoms.count))
        }
        return true
    }

    // MARK: The end

    /// Asks the clipboard manager, if there is one, to take over the clipboard (Clipboard Manager
    /// Specification of freedesktop.org). Waits for at most `limit`.
    func saveTargets(of selection: Atom, within limit: Duration) async {
        let manager = connection.atom("CLIPBOARD_MANAGER")
        guard let held = held[selection], !connection.isLost,
            XGetSelectionOwner(connection.display, manager) != 0
        else { return }
        let property = connection.atom("_UTTER_SAVE_TARGETS")
        let targets = SelectionValue(type: XA_ATOM, numbers: held.contents.targets)
        targets.bytes.withUnsafeBufferPointer {
            _ = XChangeProperty(
                connection.display, connection.window, property, XA_ATOM, 32, PropModeReplace,
                $0.baseAddress, Int32(held.contents.targets.count))
        }
        XConvertSelection(
            connection.display, manager, connection.atom("SAVE_TARGETS"), property,
            connection.window, Time(CurrentTime))
        isSaved = false
        _ = try? await connection.event(within: limit, cancellable: true) { _ in isSaved }
    }
}

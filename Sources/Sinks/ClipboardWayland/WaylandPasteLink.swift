import Dictation
import DictationParts
import KWinInput
import LinuxRuntime
import MonotonicTime
import Problems
import WaylandClient

/// A connection with everything for pasting: a keyboard for the chord, and the selections.
@EventLoopActor
final class WaylandPasteLink {
    let connection: WaylandConnection
    let globals: WaylandGlobals
    let keyboard: any ChordKeyboard
    let device: DataDevice
    let queues: ReceiverQueues
    /// The contents that aren't restored yet because of a hanging window.
    private(set) var withheld: [DataDevice.Selection: ClipboardForms?] = [:]
    private var looking: EventSource?
    /// Waits for an event of the selections, or the connection's end.
    private let waiters = Waiters()
    /// The object itself, while it serves what its closed sink has left on the selections.
    private var heir: WaylandPasteLink?

    static func open(
        display: String?, compositor: String?, launcher: [String]
    ) async throws(Problem) -> WaylandPasteLink {
        let link = try await connect(display: display, compositor: compositor, launcher: launcher)
        // After which the device knows what is copied.
        try await link.connection.roundtrip()
        return link
    }

    private static func connect(
        display: String?, compositor: String?, launcher: [String]
    ) async throws(Problem) -> WaylandPasteLink {
        let connection = try WaylandConnection(path: WaylandSocket.path(display: display))
        let globals = try await WaylandGlobals.all(of: connection)
        guard globals.canType || compositor?.contains("KDE") == true else {
            throw lack(of: "zwp_virtual_keyboard_manager_v1")
        }
        guard globals.hasDataControl else { throw lack(of: "zwlr_data_control_manager_v1") }
        if globals.canType {
            let keyboard = try await OwnChordKeyboard(on: globals)
            return try WaylandPasteLink(connection, globals, keyboard)
        }
        // KWin decides once for each connection what it may do: the selections come over the same.
        let input = try await KWinInput.open(display: display, launcher: launcher)
        return try WaylandPasteLink(input.connection, input.globals, KWinChordKeyboard(input))
    }

    private init(
        _ connection: WaylandConnection, _ globals: WaylandGlobals,
        _ keyboard: any ChordKeyboard
    ) throws(Problem) {
        guard let device = DataDevice(on: globals) else {
            throw Self.lack(of: "zwlr_data_control_manager_v1")
        }
        self.connection = connection
        self.globals = globals
        self.keyboard = keyboard
        self.device = device
        queues = ReceiverQueues(of: connection)
        device.changed = { [unowned self] in noteChange() }
        // weak: a focus watch that ends may outlive this object on the connection.
        connection.onFailure = { [weak self] _ in self?.noteChange() }
    }

    private func noteChange() {
        waiters.wake()
        guard let heir, connection.failure != nil || !device.ownsAny else { return }
        // Not within this event: the connection is being read.
        let last = heir
        self.heir = nil
        EventLoop.task { withExtendedLifetime(last) {} }
    }

    /// Keeps serving the user's contents without the sink, until something else is copied or the
    /// session ends.
    func outliveSink() {
        if connection.failure == nil, device.ownsAny { heir = self }
    }

    /// The selections that a chord may paste, if the compositor lets programs set them.
    func selections(of chord: PasteChord) -> [DataDevice.Selection] {
        device.selections.filter { $0 == .clipboard || chord.pastesPrimary }
    }

    /// Waits for a condition that changes with events of the selections; returns whether it is
    /// true. Cancellation and the connection's end end the wait, too.
    func wait(within limit: Duration, until isDone: () -> Bool) async -> Bool {
        await waiters.until({ isDone() || connection.failure != nil }, within: limit)
        return isDone()
    }

    /// Restores contents, or nothing, where this process still has an offer.
    func restore(_ contents: [DataDevice.Selection: ClipboardForms?]) {
        (withheld, looking) = ([:], nil)
        for (selection, forms) in contents where device.source(of: selection) != nil {
            device.set(selection, forms)
        }
        connection.flush()
    }

    /// Offers nothing to paste until the clients have read the pressed keys, or the limit has
    /// passed, and then restores contents.
    ///
    /// - Parameter first: the shortest time without contents.
    func restore(
        _ contents: [DataDevice.Selection: ClipboardForms?], after first: Duration = look,
        atMost limit: Duration
    ) {
        let own = contents.filter { device.source(of: $0.key) != nil }
        restore(own.mapValues { _ in ClipboardForms.nothing })
        withheld = own
        let deadline = MonotonicClock.nanoseconds + limit.nanoseconds
        looking = EventLoop.shared.timer(after: first) { [unowned self] in
            if queues.isRead || MonotonicClock.nanoseconds > deadline {
                restore(withheld)
            } else {
                looking?.rearm(after: Self.look)
            }
        }
    }

    static let look = Duration.milliseconds(250)

    /// How long a busy window usually needs at most to read the keys.
    private static let usualPause = Duration.seconds(3)

    /// The user's contents that this process serves, when they are back; or, while a window hangs,
    /// those that are still held back.
    var served: ClipboardContents? {
        get async {
            try? await connection.roundtrip()
            _ = await wait(within: Self.usualPause) { withheld.isEmpty || !device.ownsAny }
            var selections: [ClipboardContents.Selection: [ClipboardContents.Form]] = [:]
            for selection in DataDevice.Selection.allCases {
                guard connection.failure == nil, let source = device.source(of: selection),
                    let forms = withheld[selection] ?? source.forms
                else { continue }
                selections[selection == .clipboard ? .clipboard : .primary] = forms.forms
            }
            if selections.isEmpty { return nil }
            return ClipboardContents(
                selections,
                secondsHeldBack: withheld.isEmpty
                    ? 0 : Int(WaylandPaste.hungTimeout.components.seconds))
        }
    }

    /// Presses BackSpace.
    ///
    /// - Parameter progress: called with the number of further presses.
    func deleteBackward(_ count: Int, _ progress: (Int) -> Void) async throws(Problem) {
        var left = count
        try await keyboard.becomeReady()
        while left > 0, !Task.isCancelled {
            let keys = min(left, keyboard.keysAtOnce)
            try await queues.makeRoom(for: keys)
            keyboard.deleteBackward(keys)
            try await connection.roundtrip()
            if keyboard.rest > .zero { try? await EventLoop.shared.sleep(for: keyboard.rest) }
            progress(keys)
            left -= keys
        }
    }

    /// See `VirtualKeyboardSink`.
    func failure(after count: Int, _ problem: Problem) -> SinkFailure {
        SinkFailure(
            inserted: count, problem: Task.isCancelled ? nil : problem,
            handsOver: !connection.isHung)
    }

    private static func lack(of interface: String) -> Problem {
        let compositor = WaylandSocket.compositorName.map { "(\($0)) " } ?? ""
        return Problem(
            "cannot paste through Wayland", why: "this compositor \(compositor)has no \(interface)",
            remedy: "Use the sink uinput; utter doctor says what it needs.")
    }
}

import CX11
import LinuxRuntime
import MonotonicTime
import Problems
import X11Connection

/// A copy of everything that a selection's owner offers.
struct SelectionSnapshot {
    /// 0 if there is no owner.
    let owner: Window
    /// Nil if there is nothing to restore.
    let contents: SelectionContents?

    /// Requests every form from the owner; again if the owner changes in the meantime.
    static func take(
        _ selection: Atom, _ connection: XConnection
    ) async throws(Interruption) -> SelectionSnapshot {
        while true {
            let owner = XGetSelectionOwner(connection.display, selection)
            if owner == 0 { return SelectionSnapshot(owner: 0, contents: nil) }
            let reader = SelectionReader(selection, of: owner, connection)
            let contents = try await reader.readAll()
            if XGetSelectionOwner(connection.display, selection) == owner {
                return SelectionSnapshot(
                    owner: owner, contents: contents.isEmpty ? nil : contents)
            }
        }
    }
}

/// Reads a selection from the program that owns it.
private final class SelectionReader {
    private let selection: Atom
    private let owner: Window
    private let connection: XConnection
    /// The window that gets the answers. It stays after the last wait: a simple owner (xclip) ends,
    /// and the clipboard with it, when it answers to a window that is gone.
    private let window: Window
    private var isOwnerGone = false
    private let deadline: Int64
    /// The number of forms that could not be read.
    private var missing = 0
    private var budget = 4 * SelectionReader.largest

    /// Bytes of the largest form that is kept; four times as many in total.
    private static let largest = 16 << 20
    private static let mostTargets = 256
    /// How long an owner may take for one form, and in total.
    private static let timeout = Duration.seconds(2)
    private static let wholeTimeout = Duration.seconds(5)

    /// Targets that are no contents, but queries or commands to the owner (ICCCM 2.6.2 and 2.6.3).
    private static let questions = [
        "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION",
        "INSERT_PROPERTY",
    ]

    init(_ selection: Atom, of owner: Window, _ connection: XConnection) {
        self.selection = selection
        self.owner = owner
        self.connection = connection
        window = connection.window
        deadline = MonotonicClock.nanoseconds + Self.wholeTimeout.nanoseconds
        // To notice an owner that dies without an answer.
        XSelectInput(connection.display, owner, StructureNotifyMask)
    }

    deinit {
        guard !connection.isLost else { return }
        XSelectInput(connection.display, owner, NoEventMask)
        XFlush(connection.display)
    }

    /// All forms that the owner offers; empty if it died or has nothing to give.
    func readAll() async throws(Interruption) -> SelectionContents {
        // The owner was gone before its events could be selected.
        if XGetSelectionOwner(connection.display, selection) != owner {
            return SelectionContents()
        }
        var contents = SelectionContents()
        for target in try await targets() {
            if isOwnerGone { return SelectionContents() }
            if let value = try await read(target) { contents.add(target, value) }
        }
        if isOwnerGone { return SelectionContents() }
        if missing > 0 {
            guard !contents.isEmpty else { throw .problem(unreadable) }
            Log.notice(
                "\(missing) forms of the \(name) are too large or too slow to be kept over a paste")
        }
        return contents
    }

    private func targets() async throws(Interruption) -> [Atom] {
        guard let list = try await read(connection.atom("TARGETS"), isRequired: true) else {
            // A very simple owner.
            return missing > 0 || isOwnerGone ? [] : [connection.atom("UTF8_STRING"), XA_STRING]
        }
        guard list.format == 32 else { return [] }
        let atoms = list.bytes.withUnsafeBytes { Array($0.bindMemory(to: Atom.self)) }
        let questions = Self.questions.map { connection.atom($0) }
        return Array(atoms.prefix(Self.mostTargets)).filter { !questions.contains($0) && $0 != 0 }
    }

    /// Reads one form; nil if the owner refuses it, is gone, or the form counts as missing.
    private func read(
        _ target: Atom, isRequired: Bool = false
    ) async throws(Interruption) -> SelectionValue? {
        // Alternating, so that a late answer is not taken for a different one.
        let property = connection.atom("_UTTER_SELECTION_\(connection.nextSerial() % 8)")
        XDeleteProperty(connection.display, window, property)
        XConvertSelection(
            connection.display, selection, target, property, window, Time(CurrentTime))
        var answer = Atom(None)
        let isAnswered = try await event {
            guard $0.type == SelectionNotify, $0.xselection.requestor == self.window,
                $0.xselection.target == target,
                [property, Atom(None)].contains($0.xselection.property)
            else { return false }
            answer = $0.xselection.property
            return true
        }
        if isOwnerGone { return nil }
        guard isAnswered else {
            missing += 1
            return nil
        }
        if answer == Atom(None) { return nil }
        guard
            let value = connection.property(
                answer, of: window, limit: min(Self.largest, budget), delete: true)
        else {
            missing += 1
            return nil
        }
        guard value.type == connection.atom("INCR") else {
            budget -= value.bytes.count
            return value
        }
        return try await readIncrements(property)
    }

    /// Reads a large form in pieces, each written after the previous one was deleted (ICCCM 2.7.2).
    private func readIncrements(_ property: Atom) async throws(Interruption) -> SelectionValue? {
        var (bytes, limit) = ([UInt8](), min(Self.largest, budget))
        while true {
            let hasMore = try await event {
                $0.type == PropertyNotify && $0.xproperty.window == self.window
                    && $0.xproperty.atom == property && $0.xproperty.state == PropertyNewValue
            }
            if isOwnerGone { return nil }
            guard hasMore,
                let piece = connection.property(
                    property, of: window, limit: limit, delete: true)
            else {
                missing += 1
                return nil
            }
            if piece.bytes.isEmpty {
                budget -= bytes.count
                return SelectionValue(type: piece.type, format: piece.format, bytes: bytes)
            }
            bytes += piece.bytes
            limit -= piece.bytes.count
        }
    }

    /// Waits for a matching event, or the owner's end.
    private func event(_ matches: (XEvent) -> Bool) async throws(Interruption) -> Bool {
        let rest = Duration.nanoseconds(deadline - MonotonicClock.nanoseconds)
        return try await connection.event(within: min(rest, Self.timeout), cancellable: true) {
            if $0.type == DestroyNotify, $0.xdestroywindow.window == owner { isOwnerGone = true }
            return isOwnerGone || matches($0)
        }
    }

    private var name: String {
        selection == XA_PRIMARY ? "primary selection" : "clipboard"
    }

    private var unreadable: Problem {
        Problem(
            "cannot keep what is on the \(name), so nothing was pasted over it",
            why: "it is larger than \(Self.largest >> 20) MiB, or its owner does not answer",
            remedy: "Copy something small first.")
    }
}

import CX11
import Dictation
import DictationParts
import LinuxRuntime
import Problems
import X11Connection

/// The sink on the X thread: connects, pastes, and serves the selections.
@X11Actor
final class Paster {
    private let displayName: String?
    private let chord: PasteChord
    private var link: PasteLink?
    private var session: PasteSession?
    private var isBusy = false
    private var isClosed = false
    /// The event source that serves the selections while nothing is pasted.
    private var serving: EventSource?

    nonisolated init(display: String?, chord: PasteChord) {
        displayName = display
        self.chord = chord
    }

    // Isolated, since Xlib's connections must be closed on their own thread.
    isolated deinit {}

    /// The result of an operation.
    struct Result: Sendable {
        var failure: SinkFailure?
        var remark: Problem?
    }

    func prepare() async throws(Problem) {
        do throws(Interruption) {
            try await working { (link) throws(Interruption) in
                try await link.connection.roundTrip(cancellable: true)
            }
        } catch {
            throw error.ofConnecting
        }
    }

    func paste(_ text: String) async -> Result {
        let failure = await Interruption.of { () throws(Interruption) in
            try await working { (link) throws(Interruption) in
                let session = try await PasteSession.begin(link, self.chord)
                self.session = session
                let failure = await Interruption.of { () throws(Interruption) in
                    // Closed while it waited.
                    if self.isClosed { throw .problem(Self.closed) }
                    try await session.paste(text)
                }
                session.end()
                self.session = nil
                if let failure { throw failure }
                if self.isClosed { throw .problem(Self.closed) }
                // Before that the former contents may not be back yet.
                try await link.connection.roundTrip()
            }
        }
        return Result(failure: failure?.failure(after: 0), remark: link?.remark)
    }

    /// - Parameter progress: counts the presses of BackSpace.
    func deleteBackward(_ count: Int, _ progress: DeletionProgress) async -> Result {
        let failure = await Interruption.of { () throws(Interruption) in
            try await working { (link) throws(Interruption) in
                try await link.deleteBackward(count) { progress.add($0) }
            }
        }
        return Result(failure: failure?.failure(after: progress.count), remark: link?.remark)
    }

    var focusedTarget: SinkTarget? {
        get async {
            guard let link = try? await connect(),
                let window = Receiver.focused(link.connection)
            else { return nil }
            // Xlib may have read a request for the clipboard together with the replies.
            defer { if !isBusy { link.connection.refresh() } }
            return Receiver.target(window, link.connection)
        }
    }

    /// The user's contents that this process serves now.
    var served: ClipboardContents? {
        get async {
            guard link != nil else { return nil }
            var served: ClipboardContents?
            _ = await Interruption.of { () throws(Interruption) in
                try await working { (link) throws(Interruption) in
                    // What was copied elsewhere until here is known then.
                    try await link.connection.roundTrip()
                    served = link.owner.served
                }
            }
            return served
        }
    }

    func close() async {
        isClosed = true
        serving = nil
        session?.end()
        session = nil
        if let link {
            let clipboard = link.connection.atom("CLIPBOARD")
            // GTK's programs wait twice as long (gtk_clipboard_store).
            await link.owner.saveTargets(of: clipboard, within: .seconds(5))
            // A program that has asked for a selection that is given up would wait for long.
            XSync(link.connection.display, 0)
            link.connection.refresh()
        }
        link = nil
    }

    // MARK: -

    private static let closed = Problem("the sink was closed", why: "in the middle of pasting")

    private func connect() async throws(Interruption) -> PasteLink {
        if let link {
            if !isBusy {
                link.connection.beginWork()
                link.connection.refresh()
            }
            if !link.connection.isLost { return link }
        }
        serving = nil
        link = nil
        do throws(Problem) {
            let connection = try await XConnection.open(DisplayName(displayName))
            // Another task may have connected in the meantime.
            if let link { return link }
            let link = try PasteLink(connection)
            self.link = link
            return link
        } catch {
            throw .problem(error)
        }
    }

    /// Runs a body that owns the connection's events, and serves the selections afterwards.
    private func working(
        _ body: @X11Actor (PasteLink) async throws(Interruption) -> Void
    ) async throws(Interruption) {
        let link = try await connect()
        guard !isBusy else {
            throw .problem(
                Problem("cannot paste two texts at once", why: "one is being pasted"))
        }
        isBusy = true
        serving = nil
        link.remark = nil
        let failure = await Interruption.of { () throws(Interruption) in try await body(link) }
        isBusy = false
        if !isClosed { serve(link) }
        if let failure { throw failure }
    }

    private func serve(_ link: PasteLink) {
        if link.connection.isLost { return }
        do throws(SystemError) {
            serving = try link.connection.refreshing { [weak self] in
                self?.serving = nil
                self?.link = nil
            }
        } catch {
            Log.error("cannot serve the clipboard on \(link.connection.name): \(error)")
        }
    }
}

import CX11
public import Dictation
public import DictationParts
import LinuxRuntime
import X11Connection

/// Pastes into the focused window of an X display: for text that no other sink can type.
///
/// It copies what is on the clipboard (and on the primary selection, where the chord may paste
/// that), offers the text there, presses the chord, and brings the former contents back when the
/// window has fetched the text. From then on this process serves them, until another program
/// copies something; so it has to live, or, at its end, to find a clipboard manager. If it is
/// killed, the selections are empty, as they are when any program ends that copied something.
///
/// What the server cannot tell stays unknown: a window whose clipboard belongs to another
/// process (Wine) is taken for one that pastes nothing. A window that shows the primary
/// selection drops its highlight when that is taken.
public final class ClipboardSink: TextSink {
    public let name = "clipboard"
    public let capabilities: SinkCapabilities = [.anyText, .deletes, .knowsTarget]

    private let displayName: String?
    private let chord: PasteChord
    private var link: PasteLink?
    private var session: PasteSession?
    private var isBusy = false
    private var isClosed = false
    /// Serves the selections while nothing is pasted.
    private var serving: EventSource?

    /// - Parameters:
    ///   - display: the display's name (X(7)), for instance `:0`; nil for $DISPLAY.
    ///   - chord: the keys that make the window paste.
    public init(display: String? = nil, chord: PasteChord = .shiftInsert) {
        displayName = display
        self.chord = chord
    }

    /// Whether the display's server takes connections.
    public func availability() -> Availability {
        DisplayName.availability(displayName)
    }

    /// Connects, or connects anew if the server has died since. The server needs XTEST.
    public func prepare() async throws(Problem) {
        do throws(Interruption) {
            try await working { (link) throws(Interruption) in
                try await link.connection.roundTrip(cancellable: true)
            }
        } catch {
            throw error.ofConnecting
        }
    }

    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        SinkExplanation(summary: "pastes any text, all at once, with \(chord.rawValue)")
    }

    /// Pastes a text. Either all of it arrives or nothing. A cancellation stops it until the
    /// chord is pressed; from then on the window is pasting.
    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        if text.isEmpty { return }
        do throws(Interruption) {
            try await working { (link) throws(Interruption) in
                let session = try await PasteSession.begin(link, self.chord)
                self.session = session
                let failure = await Interruption.of { () throws(Interruption) in
                    // Closed while it waited.
                    if self.isClosed { throw .problem(Self.closed) }
                    try await session.paste(text.string)
                }
                session.end()
                self.session = nil
                if let failure { throw failure }
                if self.isClosed { throw .problem(Self.closed) }
                // Before that the former contents may not be there again.
                try await link.connection.roundTrip()
            }
        } catch {
            throw error.failure(after: 0)
        }
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        if count <= 0 { return }
        var deleted = 0
        do throws(Interruption) {
            try await working { (link) throws(Interruption) in
                try await link.deleteBackward(count) { deleted += $0 }
            }
        } catch {
            throw error.failure(after: deleted)
        }
    }

    public var remark: Problem? { link?.remark }

    /// X tells nothing of a window's text.
    public var documentContextBeforeInput: String? { nil }

    /// The focused window's number and class, as the other X sink tells them.
    public var focusedTarget: SinkTarget? {
        guard let link = try? connect(), let window = Receiver.focused(link.connection) else {
            return nil
        }
        // Xlib may have read a request for the clipboard together with the answers.
        defer { if !isBusy { link.connection.refresh() } }
        return Receiver.target(window, link.connection)
    }

    /// Disconnects. A paste in progress fails; the former contents are given to the clipboard
    /// manager if one runs, which may block for a second, and else vanish.
    public func close() {
        isClosed = true
        serving = nil
        session?.end()
        session = nil
        if let link {
            let clipboard = link.connection.atom("CLIPBOARD")
            // GTK's programs wait twice as long (gtk_clipboard_store).
            link.owner.saveTargets(of: clipboard, within: .seconds(5))
        }
        link = nil
    }

    // MARK: -

    private static let closed = Problem("the sink was closed", why: "in the middle of pasting")

    private func connect() throws(Interruption) -> PasteLink {
        if !isBusy { link?.connection.refresh() }
        if let link, !link.connection.isLost { return link }
        serving = nil
        link = nil
        do throws(Problem) {
            let connection = try XConnection(DisplayName(displayName))
            let link = try PasteLink(connection)
            self.link = link
            return link
        } catch {
            throw .problem(error)
        }
    }

    /// Does something with the connection's events for itself, and serves the selections after.
    private func working(
        _ body: (PasteLink) async throws(Interruption) -> Void
    ) async throws(Interruption) {
        guard !isBusy else {
            throw .problem(
                Problem("cannot paste two texts at once", why: "one is being pasted"))
        }
        let link = try connect()
        isBusy = true
        serving = nil
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

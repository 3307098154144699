public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems
public import WaylandClient

/// Pastes into the focused window of a Wayland session: for text that no other sink can type.
///
/// It needs a compositor that lets programs read and set the clipboard (ext-data-control or
/// wlr-data-control) and press keys (virtual-keyboard-unstable-v1): sway, Hyprland, river, labwc,
/// Wayfire, niri, COSMIC; or KDE, where KWin's fake input presses the chord. GNOME has neither.
///
/// It copies the contents of the clipboard (and of the primary selection, if the chord may paste
/// that), offers the text there, presses the chord, and restores the former contents when the text
/// was fetched. From then on this process serves them until another program copies something; so it
/// has to keep running, or find an heir (`servedContents`). If it is killed, the selections are empty,
/// as after the end of any program that has copied something, and the text is lost.
///
/// The protocol does not report which program fetches the text. A program that reads everything
/// copied normally does so before the chord; one that does so afterwards may be taken for the
/// window, which then still has 200 ms.
public final class WaylandClipboardSink: TextSink {
    public let name = "clipboard"
    public let capabilities: SinkCapabilities = [.anyText, .deletes]

    private let display: String?
    private let chord: PasteChord
    private let compositor: String?
    private let launcher: [String]
    private var link: WaylandPasteLink?
    private let abandoned = AbandonedPipes()
    private var isBusy = false
    private var isClosed = false

    /// - Parameters:
    ///   - display: the compositor's socket as a path or a name in $XDG_RUNTIME_DIR; nil for
    ///     $WAYLAND_DISPLAY.
    ///   - chord: the keys that make the window paste.
    ///   - compositor: its name: $XDG_CURRENT_DESKTOP.
    ///   - launcher: a command that runs the program that connects to KWin as the session's user, if
    ///     this process belongs to another one.
    public init(
        display: String? = nil, chord: PasteChord = .shiftInsert,
        compositor: String? = WaylandSocket.compositorName, launcher: [String] = []
    ) {
        (self.display, self.chord) = (display, chord)
        (self.compositor, self.launcher) = (compositor, launcher)
    }

    /// Whether there is a compositor's socket.
    public func availability() -> Availability {
        do throws(Problem) {
            _ = try WaylandSocket.reachablePath(display: display)
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    public func prepare() async throws(Problem) {
        if let link, link.connection.failure == nil { return }
        link = nil
        link = try await WaylandPasteLink.open(
            display: display, compositor: compositor, launcher: launcher)
    }

    /// Pastes a text, completely or not at all. Cancellation stops it until the chord is pressed;
    /// from then on the window is pasting.
    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        if text.isEmpty { return }
        try await working { (link) throws(SinkFailure) in
            let focus: FocusWatch?
            do throws(Problem) {
                focus = try await FocusWatch.begin(on: link.globals)
            } catch { throw link.failure(after: 0, error) }
            defer { focus?.end() }
            if let failure = await self.paste(text, link, focus) { throw failure }
        }
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        if count <= 0 { return }
        try await working { (link) throws(SinkFailure) in
            var deleted = 0
            do throws(Problem) {
                try await link.deleteBackward(count) { deleted += $0 }
            } catch { throw link.failure(after: deleted, error) }
            if deleted < count { throw SinkFailure(inserted: deleted, problem: nil) }
        }
    }

    public var servedContents: ClipboardContents? {
        get async {
            guard !isBusy, let link else { return nil }
            return await link.served
        }
    }

    /// Closes the sink. The user's contents that it serves stay until something else is copied; a
    /// paste in progress continues.
    public func close() {
        isClosed = true
        if !isBusy { leaveLink() }
    }

    private func leaveLink() {
        link?.outliveSink()
        link = nil
    }

    // MARK: -

    private func paste(
        _ text: TypableText, _ link: WaylandPasteLink, _ focus: FocusWatch?
    ) async -> SinkFailure? {
        let paste = WaylandPaste(link, chord, abandoned, focus)
        do throws(SinkFailure) {
            try await paste.snapshot()
        } catch {
            return error
        }
        if Task.isCancelled { return SinkFailure(inserted: 0, problem: nil) }
        return await paste.paste(text.hardened)
    }

    private func working(
        _ body: (WaylandPasteLink) async throws(SinkFailure) -> Void
    ) async throws(SinkFailure) {
        guard !isBusy else {
            throw SinkFailure(
                inserted: 0,
                problem: Problem("cannot paste two texts at once", why: "one is being pasted"))
        }
        isBusy = true
        let failure: SinkFailure?
        do throws(Problem) {
            try await prepare()
            do throws(SinkFailure) {
                try await body(link!)
                failure = nil
            } catch { failure = error }
        } catch { failure = SinkFailure(inserted: 0, problem: error) }
        isBusy = false
        if isClosed { leaveLink() }
        // Otherwise each copy in the session would wake this process.
        if link?.device.ownsAny != true { link = nil }
        if let failure { throw failure }
    }
}

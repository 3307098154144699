public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems
import Synchronization
import X11Connection

/// Pastes into the focused window of an X display: for text that no other sink can type.
///
/// It copies the contents of the clipboard (and of the primary selection, if the chord may paste
/// that), offers the text there, presses the chord, and restores the former contents when the
/// window has fetched the text. From then on this process serves them until another program copies
/// something; so it has to keep running or, at its end, find an heir (`servedContents`) or a
/// clipboard manager. If it is killed, the selections are empty, as after the end of any program that
/// has copied something.
///
/// Some things the server can't know: a window whose clipboard belongs to another process (Wine)
/// seems to paste nothing. A window that shows the primary selection removes its highlight when
/// that is taken.
public final class X11ClipboardSink: TextSink {
    public let name = "clipboard"
    public let capabilities: SinkCapabilities = [.anyText, .deletes, .knowsTarget]

    private let displayName: String?
    private let chord: PasteChord
    private let paster: XServerLine<Paster>
    public private(set) var remark: Problem?

    /// - Parameters:
    ///   - display: the display's name (X(7)), for example `:0`; nil for $DISPLAY.
    ///   - chord: the keys that make the window paste.
    public init(display: String? = nil, chord: PasteChord = .shiftInsert) {
        displayName = display
        self.chord = chord
        paster = XServerLine(display) { Paster(display: display, chord: chord) }
    }

    /// Whether the display's server accepts connections.
    public func availability() -> Availability {
        DisplayName.availability(displayName)
    }

    /// Connects, again if the server has died since. The server needs XTEST.
    public func prepare() async throws(Problem) {
        try await paster.asking { (paster) throws(Problem) in try await paster.prepare() }
    }

    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        SinkExplanation(summary: "pastes any text, all at once, with \(chord.rawValue)")
    }

    /// Pastes a text, completely or not at all. Cancellation stops it until the chord is pressed;
    /// from then on the window is pasting.
    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        if text.isEmpty { return }
        try await use { (paster, _) in await paster.paste(text.hardened) }
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        if count <= 0 { return }
        try await use { await $0.deleteBackward(count, $1) }
    }

    private func use(
        _ act: @escaping @X11Actor (Paster, DeletionProgress) async -> Paster.Result
    ) async throws(SinkFailure) {
        remark = nil
        let progress = DeletionProgress()
        guard let result = await paster.ask({ await act($0, progress) }) else {
            // A cancelled caller knows the reason.
            let problem = Task.isCancelled ? nil : paster.silence
            throw SinkFailure(inserted: progress.count, problem: problem)
        }
        remark = result.remark
        if let failure = result.failure { throw failure }
    }

    /// The focused window's number and class, in the same form as from the other X sink.
    public var focusedTarget: SinkTarget? {
        get async { await paster.ask { await $0.focusedTarget } ?? nil }
    }

    public var servedContents: ClipboardContents? {
        get async {
            guard paster.isUsed else { return nil }
            return await paster.ask { await $0.served } ?? nil
        }
    }

    /// Disconnects. A paste in progress fails; the former contents are given to the clipboard
    /// manager if one runs, and otherwise are lost.
    public func close() {
        guard paster.isUsed else { return }
        LastWork.add(EventLoop.task { [paster] in _ = await paster.ask { await $0.close() } })
    }
}

/// How much was deleted, also for a caller that has stopped waiting for the X thread.
final class DeletionProgress: Sendable {
    private let deleted = Mutex(0)

    var count: Int { deleted.withLock { $0 } }

    func add(_ count: Int) { deleted.withLock { $0 += count } }
}

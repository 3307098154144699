import DesktopCompositors
import DesktopX11
import Dictation
import DocumentATSPI
import LinuxRuntime
import SinkInputMethod
import SinkVirtualKeyboard
import SinkXTest
import TestSupport
import TextEditing
import TextProcessing

@testable import SinkChains

/// Dictations into a window, in which a user edits, too.
@EventLoopActor
final class EditingStage: EditedDocument {
    let user: EditorWindow
    private let reader: ATSPIDocument
    private let chain: SinkChain
    private let speaker: DocumentSpeaker

    /// - Parameters:
    ///   - window: what the program takes it for.
    ///   - input: the type of a browser's `<input>`; nil for a text area.
    init(
        _ kind: EditorWindow.Kind, taken window: WindowKind? = nil, input: String? = nil
    ) async throws {
        user = try await EditorWindow(kind, input: input)
        if let sway = user.sway {
            reader = ATSPIDocument(
                environment: user.bus?.environment ?? [:], knowsScreen: false,
                texts: .untoldToInputMethods)
            chain = SinkChain(
                [InputMethodSink(display: sway.socket), VirtualKeyboardSink(display: sway.socket)],
                reader: reader)
        } else {
            reader = ATSPIDocument(
                environment: user.bus?.environment ?? [:],
                windows: XWindowFocus(display: user.screen.display))
            chain = SinkChain([XTestSink(display: user.screen.display)], reader: reader)
        }
        // On Wayland only the desktop can know.
        speaker = DocumentSpeaker(
            chain, reader, windows: user.sway.map { SwayWindowFocus(socket: $0.path("ipc")) },
            taken: window, name: "\(kind)")
        // Writer tells a screen reader of its selection, some time after it is asked first.
        speaker.readsSelection = kind == .writerOnSway
    }

    var text: String { user.text }
    var notice: String { speaker.notice }
    var corrections: [Correction] { speaker.corrections }
    /// Whether the window has reported that the last text has arrived; nil if it reports neither.
    var isConfirmed: Bool? { speaker.isConfirmed }

    func type(_ text: String) async throws { try await user.type(text) }
    func press(_ key: String, _ count: Int) async throws { try await user.press(key, count) }
    func click(_ x: Int, _ y: Int) async throws { try await user.click(x, y) }
    func clear() async throws { try await user.clear() }

    func dictate(_ words: String, over selected: String) async throws {
        try await speaker.dictate(words, over: selected)
    }

    /// The kind of the field as soon as it is as expected, or what it is after a while.
    func kindOfField(until isExpected: (FieldKind?) -> Bool) async throws -> FieldKind? {
        chain.beginDictation()
        defer { chain.endDictation() }
        let deadline = MonotonicClock.nanoseconds + 10_000_000_000
        while !isExpected(chain.traits?.kind), MonotonicClock.nanoseconds < deadline {
            await chain.readDocument()
            if user.kind == .writerOnSway { await reader.read(within: .seconds(30)) }
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        return chain.traits?.kind
    }

    func close() async throws {
        chain.close()
        try await user.close()
    }
}

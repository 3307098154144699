import DesktopSway
import Dictation
import DocumentATSPI
import LinuxRuntime
import Session
import SinkInputMethod
import SinkVirtualKeyboard
import SinkXTest
import TestSupport
import Testing
import TextEditing
import TextProcessing

@testable import SinkChains

/// Dictations into a window, in which a user edits, too.
@EventLoopActor
final class EditingStage {
    let user: EditorWindow
    private let runner: DictationRunner
    private let audio = FakeAudioSource()
    private let recognizer = FakeRecognizer()
    private let reader: ATSPIDocument
    private let chain: SinkChain

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
            reader = ATSPIDocument(environment: user.bus?.environment ?? [:])
            chain = SinkChain([XTestSink(display: user.screen.display)], reader: reader)
        }
        // A busy machine: what isn't reported in time is typed as where nothing is known.
        chain.readingTimeout = .seconds(30)
        var rules = DictationRules.patient
        rules.commit = .auto
        var style = DictationRunner.Style()
        style.text.processor = TextProcessor(TextOptions())
        style.text.spacing = .auto
        style.text.window = window
        style.text.keepsLinesInText = true
        var parts = DictationRunner.Parts(audio: audio, recognizer: recognizer, sinks: chain)
        // On Wayland only the desktop can know.
        parts.windows = user.sway.map { SwayWindowFocus(socket: $0.path("ipc")) }
        runner = DictationRunner(parts: parts, rules: rules, style: style)
        runner.start()
        recognizer.tell(.ready)
    }

    /// Speaks once the window has reported its text, and returns when the dictation has ended.
    ///
    /// - Parameter selected: what the user has selected.
    func dictate(_ words: String, over selected: String) async throws {
        runner.send(.command(.start))
        audio.tell(.started)
        audio.tell(.samples([1, 2, 3]))
        try await waitForReport("a text") { chain.contextBeforeInput != nil }
        // The user sees it before speaking.
        try await waitForReport("“\(selected)” as the selection") {
            // Writer tells a screen reader of it, some time after it is asked first.
            user.kind == .writerOnSway
                ? reader.selectedText == selected
                : selected.isEmpty || chain.selectedText == selected
        }
        recognizer.tell(.partial(words.split(separator: " ").first.map(String.init) ?? words))
        runner.send(.command(.stop))
        recognizer.tell(.utterance(words))
        recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        try await waitUntil("the dictation has ended") { runner.display.state == .idle }
    }

    private func waitForReport(_ what: String, _ isReported: () -> Bool) async throws {
        let deadline = MonotonicClock.nanoseconds + 60_000_000_000
        while !isReported() {
            try #require(
                MonotonicClock.nanoseconds < deadline,
                """
                instead of \(what), \(user.kind) reports “\(chain.contextBeforeInput ?? "nothing")”, \
                selected “\(chain.selectedText ?? "nothing")”
                """)
            await chain.readDocument()
            if user.kind == .writerOnSway { await reader.read(within: .seconds(30)) }
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
    }

    /// A letter that no edit has.
    private static let mark: Character = "q"

    /// Returns when the window has done what was pressed: once a letter has come and gone. It shows
    /// where the cursor is.
    func mark(_ model: inout DocumentModel) async throws {
        try await user.press("\(Self.mark)", 1)
        try await waitUntil("the letter comes") { user.text.contains(Self.mark) }
        let parts = user.text.split(separator: Self.mark, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        model.place(before: "\(parts[0])", after: "\(parts[1])")
        try await user.press("BackSpace", 1)
        try await waitUntil("the letter goes") { !user.text.contains(Self.mark) }
    }

    /// Waits until this stands in the window.
    ///
    /// - Returns: whether it does after a while.
    func shows(_ text: String) async throws -> Bool {
        let deadline = MonotonicClock.nanoseconds + 10_000_000_000
        while user.text != text, MonotonicClock.nanoseconds < deadline {
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
        return user.text == text
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

    /// Whether the window has reported that the last text has arrived; nil if it reports neither.
    var isConfirmed: Bool? { runner.timing.confirmed }

    /// What the user was told last.
    var notice: String { runner.display.notice?.message ?? "no notice" }

    func close() async throws {
        chain.close()
        try await user.close()
    }
}

import Dictation
import History
import LinuxRuntime
import Session
import SinkIBus
import TestSupport
import Testing

/// “New line” and “new paragraph” in windows of GNOME Shell, with what screen readers are told of
/// the field.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellLineBreakTests {
    /// Dictates into a new window; returns the text that is there then, and the notice.
    @EventLoopActor private func dictate(
        _ kind: SessionWindow.Kind, _ window: WindowKind?, _ lineBreaks: LineBreakStyle = .auto
    ) async throws -> (text: String, notice: String?) {
        try await DesktopSession.setLayouts(["us"])
        let receiver = try await SessionWindow(kind)
        let stage = FieldStage(
            IBusSinkOptions(environment: GNOMEShellTyping.environment), window: window,
            lineBreaks: lineBreaks)
        try await stage.start()
        try await stage.finish("apples new line pears new paragraph plums")
        let kept = try #require(stage.runner.history.entries.last?.record.text)
        try await receiver.expectText(kept)
        try await receiver.close()
        return (kept, stage.runner.display.notice?.message)
    }

    private static let lines = "Apples\npears\n\nplums"
    private static let words = "Apples pears plums"

    @EventLoopActor
    @Test(arguments: [
        (SessionWindow.Kind.gtk3, WindowKind.other), (.gtk4, .other), (.writer, .other),
        (.chromium, .chat), (.firefox, .chat), (.chromium, .editor),
    ])
    func fieldsOfSeveralLinesGetThem(
        _ kind: SessionWindow.Kind, _ window: WindowKind
    ) async throws {
        let (text, notice) = try await dictate(kind, window)
        #expect(text.lowercased().hasPrefix(Self.lines.lowercased()), "\(text)")
        #expect(notice == nil)
    }

    @EventLoopActor
    @Test(arguments: [
        (SessionWindow.Kind.entry3, WindowKind.other, "the text field has one line"),
        (.entry4, .other, "the text field has one line"),
        // The window's own “chat” doesn't make a line of it.
        (.entry4, .chat, "the text field has one line"),
        (.qt6, .other, "the window doesn’t say whether the text field has several lines"),
        (.terminal, .other, "Enter runs commands in a terminal"),
    ])
    func othersGetSpaces(
        _ kind: SessionWindow.Kind, _ window: WindowKind, _ why: String
    ) async throws {
        let (text, notice) = try await dictate(kind, window)
        #expect(text.lowercased().hasPrefix(Self.words.lowercased()), "\(text)")
        #expect(notice == "No line break: \(why)")
    }

    /// As elsewhere: the setting decides, and an unknown window gets none.
    @EventLoopActor
    @Test(
        arguments: [
            (nil, LineBreakStyle.auto, false), (nil, .keep, true), (.other, .space, false),
        ] as [(WindowKind?, LineBreakStyle, Bool)])
    func theSettingDecides(
        _ window: WindowKind?, _ lineBreaks: LineBreakStyle, _ hasLines: Bool
    ) async throws {
        let (text, notice) = try await dictate(.gtk4, window, lineBreaks)
        #expect(text.contains("\n") == hasLines, "\(text)")
        #expect((notice == nil) == hasLines)
    }

    /// The page's own field makes spaces of them, and nothing is sent.
    @EventLoopActor @Test func aFieldOfOneLineInAPageGetsSpaces() async throws {
        try await DesktopSession.setLayouts(["us"])
        let receiver = try await SessionWindow(.chromium, input: "text")
        let stage = FieldStage(
            IBusSinkOptions(environment: GNOMEShellTyping.environment), window: .chat)
        try await stage.start()
        try await stage.finish("apples new line pears")
        try await waitUntil("it has arrived") { receiver.text.hasPrefix("Apples Pears") }
        try await receiver.close()
    }
}

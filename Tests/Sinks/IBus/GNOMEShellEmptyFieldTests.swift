import Dictation
import LinuxRuntime
import Session
import SinkChains
import SinkIBus
import TestSupport
import Testing

/// Dictations into empty fields of GNOME Shell's windows, and into those whose text has become
/// another one since the last.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellEmptyFieldTests {
    /// The kernel's code.
    private static let enter: UInt16 = 28
    private static let windows: [SessionWindow.Kind] = [.gtk3, .gtk4, .qt6, .chromium]

    @EventLoopActor private func stage() async throws -> FieldStage {
        try await DesktopSession.setLayouts(["us"])
        return FieldStage(IBusSinkOptions(environment: GNOMEShellTyping.environment))
    }

    /// Waits until a line has come after the text that was there: these words, and a space at most.
    @EventLoopActor private func expect(
        _ line: String, after text: String = "", in window: SessionWindow
    ) async throws {
        func isThere() -> Bool { ["", " "].contains { window.text == text + line + $0 } }
        try? await waitUntil("it is typed", within: .seconds(20)) { isThere() }
        #expect(isThere(), "\(window.kind): \(window.text.debugDescription)")
    }

    /// The program of a chat takes the text from its field when it is sent.
    ///
    /// - Parameter isRemembered: whether the program knows what it typed last.
    @EventLoopActor @Test(arguments: windows, [false, true])
    func whereTheProgramTookTheTextALineBegins(
        _ kind: SessionWindow.Kind, isRemembered: Bool
    ) async throws {
        var stage = try await stage()
        let window = try await SessionWindow(kind)
        for _ in 1...3 {
            if !isRemembered { stage = try await self.stage() }
            try await stage.start()
            try await stage.finish("they eat")
            try await expect("They eat", in: window)
            try await window.clear()
        }
        try await window.close()
    }

    @EventLoopActor @Test(arguments: windows, [false, true])
    func afterEnterALineBegins(
        _ kind: SessionWindow.Kind, isRemembered: Bool
    ) async throws {
        var stage = try await stage()
        let window = try await SessionWindow(kind)
        try await stage.start()
        try await stage.finish("done.")
        try await expect("Done.", in: window)
        for _ in 1...3 {
            let before = window.text
            try await DesktopSession.press(Self.enter)
            try await waitUntil("a line begins") { window.text == before + "\n" }
            if !isRemembered { stage = try await self.stage() }
            try await stage.start()
            try await stage.finish("they eat")
            try await expect("They eat", after: before + "\n", in: window)
        }
        try await window.close()
    }

    @EventLoopActor @Test(arguments: windows + [.firefox], [false, true])
    func wordsAreShownInAnEmptyField(
        _ kind: SessionWindow.Kind, isEmptied: Bool
    ) async throws {
        let stage = try await stage()
        let window = try await SessionWindow(kind)
        if isEmptied {
            try await stage.start()
            try await stage.finish("one two.")
            try await expect("One two.", in: window)
            try await window.clear()
        }
        try await stage.start()
        for words in ["they", "they drink"] { stage.hear(words) }
        try await waitUntil("the words are shown") { stage.chain.isMarking }
        if kind == .gtk3 || kind == .gtk4 {
            try await waitUntil("the window shows them") { window.preedit == "They drink" }
        }
        #expect(window.text == "")
        try await stage.finish("they eat")
        try await expect("They eat", in: window)
        #expect(window.preedit == "")
        try await window.close()
    }
}

import IBusEngine
import LinuxRuntime
import Problems
import TestSupport
import Testing

/// Dead keys, Compose and input methods work as they do without us: before, while and after our engine
/// is in force.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellInputSourceTests {
    // The kernel's codes: KEY_APOSTROPHE, a dead acute in us+intl; KEY_A; KEY_E; KEY_RIGHTALT.
    private static let (apostrophe, a, e, rightAlt): (UInt16, UInt16, UInt16, UInt16)
        = (40, 30, 18, 100)

    @EventLoopActor private func inTurn(_ body: () async throws -> Void) async throws {
        let address = try #require(IBusAddress.find(GNOMEShellTyping.environment))
        let link = try await IBusLink.open(address)
        let turn = try await IBusTurn.begin(on: link, record: nil, interrupting: true)
        #expect(try await GNOMEShellTyping.engine().hasPrefix("utter-"))
        do {
            try await body()
        } catch {
            await turn.end()
            throw error
        }
        await turn.end()
    }

    /// Presses keys that print one character, before, during and after, and a text in between.
    @EventLoopActor private func check(
        _ kind: SessionWindow.Kind, _ character: String, _ press: () async throws -> Void
    ) async throws {
        let window = try await SessionWindow(kind)
        let engine = try await GNOMEShellTyping.engine()
        try await press()
        try await window.expectText(character)
        try await inTurn {
            try await press()
            try await window.expectText(character + character)
        }
        #expect(try await GNOMEShellTyping.type("—").status == .exited(0))
        try await window.expectText("\(character)\(character)—")
        #expect(try await GNOMEShellTyping.engine() == engine)
        try await press()
        try await window.expectText("\(character)\(character)—\(character)")
        try await window.close()
    }

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4, .qt6, .chromium, .terminal])
    func deadKeysWork(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us+intl"])
        try await check(kind, "á") {
            try await DesktopSession.press(Self.apostrophe)
            try await DesktopSession.press(Self.a)
        }
    }

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4, .qt6, .chromium, .terminal])
    func composeWorks(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        try await GNOMEShellTyping.set("xkb-options", "['compose:ralt']")
        try await check(kind, "é") {
            try await DesktopSession.press(Self.rightAlt)
            try await DesktopSession.press(Self.apostrophe)
            try await DesktopSession.press(Self.e)
        }
        try await GNOMEShellTyping.set("xkb-options", "[]")
    }

    /// Nor one that is under way when our engine comes or goes.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .qt6])
    func keysUnderWayArrive(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        let window = try await SessionWindow(kind)
        let count = 300
        var isTyping = true
        let typing = Task { @EventLoopActor in
            defer { isTyping = false }
            for _ in 0..<count { try await DesktopSession.press(Self.a) }
        }
        var turns = 0
        while isTyping {
            try await inTurn {}
            turns += 1
        }
        try await typing.value
        #expect(turns > 3)
        try await window.expectText(String(repeating: "a", count: count))
        try await window.close()
    }

    /// Pinyin is composed; a text that would interrupt it goes elsewhere or is kept, unless the user
    /// agrees to that.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .terminal])
    func aCompositionIsNotInterruptedUnasked(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        let window = try await SessionWindow(kind)
        try await GNOMEShellTyping.set("sources", "[('ibus', 'libpinyin')]")
        while try await GNOMEShellTyping.engine() != "libpinyin" {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
        // KEY_N, KEY_I, KEY_H, KEY_A, KEY_O, and Space, which commits.
        let (pinyin, space): ([UInt16], UInt16) = ([49, 23, 35, 30, 24], 57)
        for key in pinyin + [space] { try await DesktopSession.press(key) }
        try await window.expectText("你好")

        for key in pinyin { try await DesktopSession.press(key) }
        // There is no other way in a session without /dev/uinput.
        let refused = try await GNOMEShellTyping.type("words")
        #expect(refused.status == .exited(1))
        #expect(refused.errors.contains("libpinyin"))
        // Not that of the last sink, which is about a kernel module.
        #expect(refused.errors.contains("utter config set output.interrupt_input_method true"))
        try await DesktopSession.press(space)
        try await window.expectText("你好你好")

        let typed = try await GNOMEShellTyping.type(
            "— words", configuration: "[output]\ninterrupt_input_method = true\n")
        #expect(typed.status == .exited(0), "\(typed.errors)")
        try await window.expectText("你好你好— words")
        #expect(try await GNOMEShellTyping.engine() == "libpinyin")
        for key in pinyin + [space] { try await DesktopSession.press(key) }
        try await window.expectText("你好你好— words你好")
        try await DesktopSession.setLayouts(["us"])
        try await window.close()
    }
}

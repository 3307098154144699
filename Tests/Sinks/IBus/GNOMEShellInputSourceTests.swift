import DesktopGNOME
import DesktopParts
import LinuxRuntime
import Problems
import SinkIBus
import TestSupport
import Testing

/// Dead keys, Compose and input methods work as they do without us: before, while and after our engine
/// is in force.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellInputSourceTests {
    // The kernel's codes: KEY_APOSTROPHE, a dead acute in us+intl; KEY_A; KEY_E; KEY_RIGHTALT.
    private static let (apostrophe, a, e, rightAlt): (UInt16, UInt16, UInt16, UInt16) = (
        40, 30, 18, 100
    )

    @EventLoopActor private func beginTurn() async throws -> IBusTurn {
        let address = try #require(IBusAddress.find(GNOMEShellTyping.environment))
        let link = try await IBusLink.open(address)
        let desktop = try #require(GNOMEDesktop(.current))
        let turn = try await IBusTurn.begin(
            on: link, record: nil,
            pause: { await desktop.waitForPause() }, interrupting: true)
        #expect(try await link.globalEngine().map(EngineConnection.isOurs) == true)
        return turn
    }

    @EventLoopActor private func inTurn(_ body: () async throws -> Void) async throws {
        let turn = try await beginTurn()
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

    /// Of keys that come when our engine goes, hardly any overtakes another, or a release its
    /// press: that key would be repeated until the next one. Here they come without a pause, as
    /// from a program or a reader of bar codes. IBus may yet answer one sooner than an engine the
    /// one before.
    @EventLoopActor @Test func keysKeepTheirOrderWhenOurEngineGoes() async throws {
        try await DesktopSession.setLayouts(["us"])
        let window = try await SessionWindow(.gtk4)
        let letters = "northeastlyd"
        var wrong: [String] = []
        for round in 0..<100 {
            let turn = try await beginTurn()
            let typing = Task { @EventLoopActor in
                try await DesktopSession.type(letters, every: .zero)
            }
            try await EventLoop.shared.sleep(for: .microseconds(round * 300))
            await turn.end()
            try await typing.value
            let deadline = Deadline(.seconds(3))
            while deadline.remaining > .zero, window.text.count < letters.count {
                try await EventLoop.shared.sleep(for: .milliseconds(10))
            }
            // A key that is stuck is repeated after half a second.
            try await EventLoop.shared.sleep(for: .milliseconds(550))
            if window.text != letters { wrong.append(window.text) }
            try await window.clear()
        }
        #expect(wrong.count <= 3, "\(wrong)")
        try await window.close()
    }

    /// An input method of a language that is written by composing.
    enum InputMethod: String {
        case libpinyin, anthy

        /// The kernel's codes of the keys of a composition, and what the window shows of it then.
        var steps: [(keys: [UInt16], preedit: String)] {
            switch self {
            case .libpinyin: [([49, 23, 35, 30, 24], "你好")]  // nihao
            // nihon, and Space, which converts kana.
            case .anthy: [([49, 23, 35, 24, 49], "にほn"), ([57], "日本")]
            }
        }

        /// The key that commits it: Space, Return.
        var end: UInt16 {
            switch self {
            case .libpinyin: 57
            case .anthy: 28
            }
        }

        var text: String { steps.last?.preedit ?? "" }
    }

    /// Composes the input method's text, but for its end.
    @EventLoopActor private func compose(
        _ method: InputMethod, in window: SessionWindow
    ) async throws {
        for (keys, preedit) in method.steps {
            for key in keys { try await DesktopSession.press(key) }
            // A terminal doesn't tell.
            if window.kind == .terminal { continue }
            try await waitUntil("“\(preedit)” is shown") { window.preedit == preedit }
        }
    }

    /// A text that would interrupt a composition goes elsewhere or is kept, unless the user agrees to
    /// that.
    @EventLoopActor
    @Test(arguments: [
        (InputMethod.libpinyin, SessionWindow.Kind.gtk4), (.libpinyin, .terminal), (.anthy, .gtk4),
    ])
    func aCompositionIsNotInterruptedUnasked(
        _ method: InputMethod, _ kind: SessionWindow.Kind
    ) async throws {
        try await DesktopSession.setLayouts(["us"])
        let window = try await SessionWindow(kind)
        // It starts with Latin letters.
        try await GNOMEShellTyping.set(
            "input-mode", "0", in: "org.freedesktop.ibus.engine.anthy.common")
        try await GNOMEShellTyping.set("sources", "[('ibus', '\(method)')]")
        while try await GNOMEShellTyping.engine() != method.rawValue {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
        let text = method.text
        try await compose(method, in: window)
        try await DesktopSession.press(method.end)
        try await window.expectText(text)

        try await compose(method, in: window)
        // There is no other way in a session without /dev/uinput.
        let refused = try await GNOMEShellTyping.type("words")
        #expect(refused.status == .exited(1))
        #expect(refused.errors.contains(method.rawValue))
        // Not the last sink's, which is about a kernel module.
        #expect(refused.errors.contains("utter config set output.interrupt_input_method true"))
        try await DesktopSession.press(method.end)
        try await window.expectText(text + text)

        let typed = try await GNOMEShellTyping.type(
            "— words", configuration: "[output]\ninterrupt_input_method = true\n")
        #expect(typed.status == .exited(0), "\(typed.errors)")
        try await window.expectText(text + text + "— words")
        #expect(try await GNOMEShellTyping.engine() == method.rawValue)
        try await compose(method, in: window)
        try await DesktopSession.press(method.end)
        try await window.expectText(text + text + "— words" + text)
        try await DesktopSession.setLayouts(["us"])
        try await window.close()
    }
}

import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

@testable import Session
@testable import SinkChains

/// What windows of KWin 6 report of their text to screen readers, and to utter.
@Suite(.runningLoop, .inKWin6) struct KWin6DocumentTests {
    // The kernel's codes of keys.
    private static let (a, one, left, shift): (UInt16, UInt16, UInt16, UInt16) = (30, 2, 105, 42)

    /// Windows that report their text; Qt and Firefox only where the user has switched accessibility on.
    private static let reporting: [(SessionWindow.Kind, Bool)] = [
        (.gtk3, false), (.gtk4, false), (.writer, false), (.qt6, true), (.firefox, true),
    ]

    @EventLoopActor @Test(arguments: reporting)
    func theTextAroundTheCursorIsKnown(kind: SessionWindow.Kind, needsSwitch: Bool) async throws {
        let stage = try await Stage(kind, accessibility: needsSwitch)
        let chain = stage.chain
        try await stage.type("I like 😀 red pears")
        for _ in "pears" { try await DesktopSession.press(Self.left) }
        try await stage.look { _ in chain.contextBeforeInput == "I like 😀 red " }
        #expect(chain.contextBeforeInput == "I like 😀 red ")
        #expect(chain.contextAfterInput == "pears")
        #expect(chain.selectedText == "")
        for _ in "red " { try await DesktopSession.press(Self.shift, Self.left) }
        try await stage.look { _ in chain.selectedText == "red " }
        #expect(chain.selectedText == "red ")
        #expect(chain.contextBeforeInput == "I like 😀 ")
        // It is reported in the window, not on the screen.
        #expect(chain.caret == nil)
        try await stage.end()
    }

    @EventLoopActor @Test(arguments: reporting)
    func aChangeIsConfirmed(kind: SessionWindow.Kind, needsSwitch: Bool) async throws {
        let stage = try await Stage(kind, accessibility: needsSwitch)
        let chain = stage.chain
        try await stage.type("I like pears")
        try await stage.look { _ in chain.contextBeforeInput == "I like pears" }
        let insertion = Insertion([.delete(5), .type("naïve 👍🏽 cafés")])
        let proof = try #require(chain.proof(of: insertion, lineBreaks: .keep, tabs: .keep))
        let start = Instant.now
        let outcome = await chain.perform(insertion, lineBreaks: .keep, tabs: .keep)
        #expect(outcome.end == .complete)
        #expect(await chain.arrival(of: proof, since: start) == .once)
        try await chain.deleteBackward(6)
        try await stage.window.expectText("I like naïve 👍🏽")
        try await stage.end()
    }

    /// Windows of X11 have Xwayland's focus.
    @EventLoopActor
    @Test(arguments: [
        (SessionWindow.Kind.gtk3, "GDK_BACKEND=x11"), (.gtk4, "GDK_BACKEND=x11"),
        (.qt6, "QT_QPA_PLATFORM=xcb"), (.firefox, "MOZ_ENABLE_WAYLAND=0"),
    ])
    func theTextInAWindowOfXwaylandIsKnown(kind: SessionWindow.Kind, variable: String) async throws
    {
        let stage = try await Stage(kind, accessibility: true, environment: [variable])
        let chain = stage.chain
        try await stage.type("I like 😀 red pears")
        for _ in "pears" { try await DesktopSession.press(Self.left) }
        for _ in "red " { try await DesktopSession.press(Self.shift, Self.left) }
        try await stage.look { _ in chain.selectedText == "red " }
        #expect(chain.contextBeforeInput == "I like 😀 ")
        #expect(chain.selectedText == "red ")
        #expect(chain.contextAfterInput == "pears")
        try await stage.end()
    }

    @EventLoopActor
    @Test(arguments: [
        (SessionWindow.Kind.password3, nil), (.password4, nil), (.qt6, "password"),
    ])
    func aPasswordsFieldIsKnown(kind: SessionWindow.Kind, input: String?) async throws {
        let stage = try await Stage(kind, input: input, accessibility: input != nil)
        try await DesktopSession.press(Self.a)
        try await stage.look { $0.traits != nil }
        #expect(stage.chain.traits?.isSecure == true)
        #expect(stage.chain.contextBeforeInput == nil)
        try await stage.end()
    }

    @EventLoopActor
    @Test(arguments: [
        ("text", FieldKind.text), ("search", .search), ("email", .email), ("url", .url),
        ("number", .number), ("tel", .number), ("password", .password),
    ])
    func theKindOfAFieldInFirefoxIsKnown(input: String, kind: FieldKind) async throws {
        let stage = try await Stage(.firefox, input: input, accessibility: true)
        try await DesktopSession.press(Self.one)
        try await stage.look { $0.traits?.kind == kind }
        #expect(stage.chain.traits?.kind == kind)
        try await stage.end()
    }

    /// Another window's text isn't taken for theirs.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.chromium, .qt5, .terminal, .xterm, .foot])
    func ofOthersNothingIsKnown(kind: SessionWindow.Kind) async throws {
        let other = try await SessionWindow(.gtk4)
        let stage = try await Stage(kind, accessibility: true)
        try await DesktopSession.press(Self.a)
        try await waitUntil("it reads the key") { stage.window.text.contains("a") }
        for _ in 1...5 { await stage.chain.readDocument(within: .seconds(5)) }
        #expect(stage.chain.contextBeforeInput == nil)
        try await stage.end()
        try await other.close()
    }

    /// Terminals read each key that deletes; nothing says whether it has had an effect.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.terminal, .xterm, .foot])
    func terminalsGetKeysThatDelete(kind: SessionWindow.Kind) async throws {
        let stage = try await Stage(kind, accessibility: true)
        try await stage.type("I like red pears")
        let insertion = Insertion([.delete(5), .type("plums")])
        await stage.chain.readDocument()
        #expect(stage.chain.proof(of: insertion, lineBreaks: .keep, tabs: .keep) == nil)
        let outcome = await stage.chain.perform(insertion, lineBreaks: .keep, tabs: .keep)
        #expect(outcome.end == .complete)
        try await stage.window.expectText(
            "I like red pears" + String(repeating: "\u{7F}", count: 5) + "plums")
        try await stage.end()
    }

    /// A window, and a dictation in it.
    @EventLoopActor private final class Stage {
        let window: SessionWindow
        let chain: SinkChain
        private let session: KWin6Session

        init(
            _ kind: SessionWindow.Kind, input: String? = nil, accessibility: Bool = false,
            environment: [String] = []
        ) async throws {
            try await DesktopSession.setLayouts(["us"])
            try await DesktopSession.switchAccessibility(accessibility)
            session = try await KWin6Session.begin()
            window = try await SessionWindow(kind, input: input, environment: environment)
            chain = session.chain
            chain.readingTimeout = .seconds(30)
            chain.beginDictation()
        }

        func type(_ text: String) async throws {
            let outcome = await chain.insert(TypableText(cleaning: text, lineBreaks: .keep))
            #expect(outcome.end == .complete)
            try await window.expectText(text)
        }

        /// Reads until it is as expected, for ten seconds.
        func look(until isExpected: (SinkChain) -> Bool) async throws {
            let deadline = Deadline(.seconds(10))
            while !isExpected(chain), deadline.remaining > .zero {
                await chain.readDocument()
                try await EventLoop.shared.sleep(for: .milliseconds(5))
            }
        }

        func end() async throws {
            chain.endDictation()
            session.end()
            try await window.close()
        }
    }
}

import Dictation
import LinuxRuntime
import TestSupport
import Testing

/// What browsers report of a page's fields on X11 and sway. In `make test-typing` only, for Firefox is
/// large.
@Suite(
    .runningLoop, .serialized, .inFullTyping, .timeLimit(.minutes(20)),
    .needs("Xvfb", "openbox", package: "xvfb and openbox"),
    .needs("sway", "xdotool", "xprop", package: "sway, xdotool and x11-utils"),
    .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
    .needs("chromium", package: "chromium"), .needs("firefox-esr", package: "firefox-esr"))
struct BrowserTests {
    /// To its input method, Chromium reports a search as any text, and Firefox every field: but a
    /// password's has bullets once it has a text.
    @EventLoopActor
    @Test(arguments: [
        (EditorWindow.Kind.firefoxOnX11, "text", FieldKind.text),
        (.firefoxOnX11, "search", .search), (.firefoxOnX11, "email", .email),
        (.firefoxOnX11, "url", .url),
        (.firefoxOnX11, "number", .number), (.firefoxOnX11, "tel", .number),
        (.firefoxOnX11, "password", .password), (.chromiumOnSway, "email", .email),
        (.chromiumOnSway, "search", .text), (.chromiumOnSway, "password", .password),
        (.firefoxOnSway, "email", .text), (.firefoxOnSway, "password", .password),
    ])
    func theKindOfAFieldIsKnown(
        window: EditorWindow.Kind, input: String, kind: FieldKind
    ) async throws {
        let stage = try await EditingStage(window, input: input)
        try await stage.user.type("1")
        #expect(try await stage.kindOfField { $0 == kind } == kind)
        try await stage.close()
    }

    @EventLoopActor @Test func whatChromiumHasTakenIsConfirmedAndTakenBack() async throws {
        let stage = try await EditingStage(.chromiumOnSway)
        for (words, text) in [("naïve café 😀", "Naïve café 😀"), ("apples", "Apples")] {
            try await stage.dictate(words, over: "")
            #expect(try await stage.shows(text), "\(stage.user.text): \(stage.notice)")
            #expect(stage.isConfirmed == true)
            try await stage.dictate("scratch that", over: "")
            #expect(try await stage.shows(""), "\(stage.user.text): \(stage.notice)")
        }
        try await stage.close()
    }

    /// Firefox's input method reports the former text.
    @EventLoopActor @Test func whatFirefoxHasTakenIsNotSaidToBeMissing() async throws {
        let stage = try await EditingStage(.firefoxOnSway)
        try await stage.dictate("nothing new", over: "")
        #expect(try await stage.shows("Nothing new"), "\(stage.user.text): \(stage.notice)")
        #expect(stage.isConfirmed == nil)
        #expect(stage.notice == "no notice")
        try await stage.close()
    }
}

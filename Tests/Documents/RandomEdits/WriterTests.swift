import Dictation
import DocumentATSPI
import LinuxRuntime
import TestSupport
import Testing

/// LibreOffice Writer, whose paragraphs are separate texts to screen readers. In `make test-typing`
/// only, because it is large.
@Suite(
    .runningLoop, .serialized, .inFullTyping,
    .needs("Xvfb", "openbox", "sway", package: "xvfb, openbox and sway"),
    .needs("xdotool", "xprop", package: "xdotool and x11-utils"),
    .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
    .needs("soffice", package: "libreoffice-writer"))
struct WriterTests {
    /// On sway it reports what a key has deleted only to an input method that appears.
    @EventLoopActor @Test(arguments: [EditorWindow.Kind.writerOnX11, .writerOnSway])
    func anEmptyDocumentIsKnownAndDeletionsAreExact(in kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind)
        for words in [
            "Naïve 👩‍👩‍👧 👍🏽 🇩🇪", "Apples 😀", "E\u{301}t\u{323}\u{302}", "שָׁלוֹם עֲלֵיכֶם", "สวัสดี",
        ] {
            try await stage.dictate(words, over: "")
            #expect(try await stage.shows(words), "\(stage.user.text): \(stage.notice)")
            #expect(stage.isConfirmed == true)
            try await stage.dictate("scratch that", over: "")
            #expect(try await stage.shows(""), "\(stage.user.text): \(stage.notice)")
        }
        try await stage.close()
    }

    /// It tells an input method of no space at the end of a sentence, but screen readers.
    @EventLoopActor @Test func whatFollowsASpaceFitsAndIsDeletedOnSway() async throws {
        let stage = try await EditingStage(.writerOnSway)
        try await stage.user.type("I like ")
        try await stage.dictate("apples", over: "")
        #expect(try await stage.shows("I like apples"), "\(stage.user.text)")
        try await stage.dictate("scratch that", over: "")
        #expect(try await stage.shows("I like "), "\(stage.user.text)")
        #expect(stage.notice == "Deleted “apples”")
        try await stage.close()
    }

    @EventLoopActor @Test func theSelectionIsReplacedOnSway() async throws {
        let stage = try await EditingStage(.writerOnSway)
        try await stage.user.type("I like APPLES")
        try await stage.user.press("shift+Left", 6)
        try await stage.dictate("pears", over: "APPLES")
        #expect(try await stage.shows("I like PEARS"), "\(stage.user.text)")
        try await stage.close()
    }

    @EventLoopActor @Test func aSelectionOverParagraphsIsUnknown() async throws {
        let window = try await EditorWindow(.writerOnX11)
        let document = ATSPIDocument(environment: window.bus?.environment ?? [:])
        func isReported(_ isExpected: () -> Bool) async throws -> Bool {
            let deadline = MonotonicClock.nanoseconds + 30_000_000_000
            while !isExpected(), MonotonicClock.nanoseconds < deadline {
                await document.read(within: .seconds(30))
                try await EventLoop.shared.sleep(for: .milliseconds(5))
            }
            return isExpected()
        }
        document.beginDictation()
        for (line, text) in [("I like", "I like"), ("\n", "I like\n"), ("pears", "I like\npears")] {
            try await window.type(line)
            // Keys overtake characters that Writer still holds back.
            try await waitUntil("“\(text)” is there") { window.text == text }
        }
        try await window.press("shift+Left", 5)
        #expect(try await isReported { document.selectedText == "pears" })
        #expect(document.contextBeforeInput == "")
        // The line break, and then a letter before it.
        for _ in 1...2 {
            try await window.press("shift+Left", 1)
            #expect(
                try await isReported { document.traits != nil && document.selectedText == nil },
                "“\(document.selectedText ?? "")” is said to be selected")
            #expect(document.contextBeforeInput == nil)
        }
        try await window.press("Home", 1)
        #expect(try await isReported { document.contextAfterInput == "I like" })
        // The line break alone: at the place of the cursor nothing is selected.
        for keys in ["End", "shift+Right"] { try await window.press(keys, 1) }
        #expect(try await isReported { document.traits != nil && document.selectedText == nil })
        document.close()
        try await window.close()
    }
}

import Dictation
import DocumentATSPI
import History
import LinuxRuntime
import Problems
import TestSupport
import Testing
import TextProcessing

@testable import Session

/// Dictations into real windows of X11, typed by keys: what the window reports decides about spaces
/// and capitals, and proves that the text has arrived.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", "openbox", package: "xvfb and openbox"),
    .needs("xprop", package: "x11-utils"),
    .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
    .needs(TextWindow.Kind.gtk3.program, package: "gir1.2-gtk-3.0"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"))
struct DictationTests {
    @EventLoopActor
    @Test(arguments: [
        (ReportingWindow.Kind.view3, "I like|", "apples and pears", "I like apples and pears"),
        (.view4, "I like|", "apples and pears", "I like apples and pears"),
        (.entry3, "the |end", "very", "the very end"),
        (.entry4, "He (|)", "maybe", "He (maybe)"),
        (.view4, "I like [RED] pears", "green", "I like GREEN pears"),
        (.view3, "This is one.|", "and this is the next", "This is one. And this is the next"),
    ])
    func fits(
        kind: ReportingWindow.Kind, field: String, words: String, result: String
    ) async throws {
        let stage = try await DictationStage(kind, field)
        try await stage.dictate(words)
        try await waitUntil("the text is there") { stage.window.text == result }
        #expect(stage.runner.timing.confirmed == true)
        stage.close()
    }

    /// Enter would send what a field of one line has.
    @EventLoopActor
    @Test(arguments: [
        (ReportingWindow.Kind.entry3, "I like plums pears"), (.entry4, "I like plums pears"),
        (.view3, "I like plums\nPears"), (.view4, "I like plums\nPears"),
    ])
    func aLineBreakIsTypedWhereTheFieldHasLines(
        kind: ReportingWindow.Kind, result: String
    ) async throws {
        let stage = try await DictationStage(kind, "I like|", lineBreaks: .keep)
        try await stage.dictate("plums new line pears")
        try await waitUntil("the text is there") { stage.window.text.contains("ears") }
        #expect(stage.window.text == result)
        let notice = stage.runner.display.notice?.message
        #expect(
            notice == (result.contains("\n") ? nil : "No line break: the text field has one line"))
        stage.close()
    }

    @EventLoopActor
    @Test(arguments: [ReportingWindow.Kind.password3, .password4])
    func nothingIsTypedIntoAPassword(kind: ReportingWindow.Kind) async throws {
        let stage = try await DictationStage(kind, "secret|")
        try await stage.isReported()
        stage.begin()
        try await waitUntil("it is refused") { stage.runner.display.state == .idle }
        #expect(stage.window.text == "secret")
        #expect(
            stage.runner.display.notice?.message.hasPrefix("Nothing was recorded") == true)
        #expect(stage.runner.history.entries.isEmpty)
        stage.close()
    }

    @EventLoopActor
    @Test(arguments: [ReportingWindow.Kind.password3, .password4])
    func whereItIsAllowedAPasswordIsTypedButNotKept(kind: ReportingWindow.Kind) async throws {
        let stage = try await DictationStage(kind, "secret|", passwords: .allow)
        try await stage.isReported()
        try await stage.dictate("apples")
        try await waitUntil("the text is there") { stage.window.text == "secretapples" }
        #expect(stage.runner.history.entries.isEmpty)
        stage.close()
    }

    /// What the user has selected, by a model: shown first, and typed over.
    @EventLoopActor @Test(arguments: [ReportingWindow.Kind.view3, .view4, .entry4], [true, false])
    func theSelectionIsRewritten(kind: ReportingWindow.Kind, byVoice: Bool) async throws {
        let stage = try await DictationStage(
            kind, "We like [big red äpples] and pears", taken: .other)
        try await stage.isReported()
        func propose(_ text: String, _ count: Int) async throws {
            try await stage.dictate("make that shorter")
            try await waitUntil("the model is asked") {
                stage.rewriter.questions.count == count
                    || stage.runner.display.notice?.severity == .warning
            }
            try #require(
                stage.rewriter.questions.count == count,
                "\(stage.runner.display.notice as Any)")
            stage.rewriter.answer(.success(text))
            try await waitUntil("the text is shown") {
                stage.runner.display.notice?.proposal == text
            }
        }
        try await propose("fruit", 1)
        #expect(stage.rewriter.questions[0].text == "big red äpples")
        #expect(!stage.rewriter.questions[0].isDictated)
        #expect(stage.window.text == "We like big red äpples and pears")
        if byVoice {
            try await stage.dictate("yes")
        } else {
            try await stage.runner.take(.takeRewriting)
        }
        try await waitUntil("it is replaced") {
            stage.window.text == "We like fruit and pears" && stage.runner.display.state == .idle
        }
        // Now it is what was dictated.
        try await propose("plums", 2)
        #expect(stage.rewriter.questions[1].text == "fruit")
        #expect(stage.rewriter.questions[1].isDictated)
        try await stage.dictate("yes")
        try await waitUntil("it is replaced") { stage.window.text == "We like plums and pears" }
        for text in ["We like fruit and pears", "We like big red äpples and pears"] {
            try await stage.dictate("undo")
            try await waitUntil("it is undone") { stage.window.text == text }
        }
        stage.close()
    }

    /// GTK deletes a code point of a Hebrew or Arabic letter with marks, and a whole emoji, at a key.
    @EventLoopActor
    @Test(
        arguments: [ReportingWindow.Kind.view3, .view4],
        [
            "naïve 👩‍👩‍👧 👍🏽 🇩🇪", "e\u{301}t\u{323}\u{302}", "שָׁלוֹם עֲלֵיכֶם", "مَرْحَبًا", "नमस्ते क्षि", "สวัสดี",
        ])
    func scratchesExactly(kind: ReportingWindow.Kind, words: String) async throws {
        let stage = try await DictationStage(kind, "I like|")
        try await stage.isReported()
        try await stage.dictate(words)
        #expect(stage.window.text == "I like " + words)
        try await stage.dictate("scratch that")
        #expect(stage.window.text == "I like", "\(stage.runner.display.notice as Any)")
        try await stage.dictate("pears")
        #expect(stage.window.text == "I like pears")
        try await stage.dictate("undo")
        #expect(stage.window.text == "I like")
        stage.close()
    }

    /// A key moves the cursor to the left, which is forward there.
    @EventLoopActor @Test(arguments: [ReportingWindow.Kind.view3, .view4])
    func selectsNothingElse(kind: ReportingWindow.Kind) async throws {
        let stage = try await DictationStage(kind, "|")
        try await stage.isReported()
        try await stage.dictate("שלום")
        try await stage.dictate("select that")
        let isRefused = stage.runner.display.notice?.severity == .error
        try await stage.isReported()
        stage.reader.beginDictation()
        await stage.reader.read(within: .seconds(60))
        #expect(isRefused || stage.reader.selectedText == "שלום")
        stage.close()
    }
}

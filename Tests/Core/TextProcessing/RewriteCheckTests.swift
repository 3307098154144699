import Testing
import TextProcessing

/// Which of a model's texts are proposed.
@Suite struct RewriteCheckTests {
    @Test(arguments: [
        ("Hello.", "Hello."), ("  Hello.\n\n", "Hello."),
        ("Dear Sir,\r\n\r\nhello.", "Dear Sir,\n\nhello."), ("Grüße 👍🏽", "Grüße 👍🏽"),
        ("می‌خواهم", "می‌خواهم"),
    ])
    func textIsTaken(_ answer: String, _ text: String) throws {
        #expect(try RewriteCheck.accepted(answer, for: "hello there") == text)
    }

    @Test(arguments: [
        ("", RewriteCheck.Refusal.empty), (" \n ", .empty), ("hello there\n", .unchanged),
        ("\u{1B}[31mHello", .unsafe), ("Hello\u{0}", .unsafe), ("Hello\u{202E}", .unsafe),
        ("Hello\u{85}you", .unsafe), ("Hel\u{200B}lo", .invisible), ("Hell\u{43E}", .mixedScripts),
        (String(repeating: "a", count: RewriteCheck.mostCharacters + 1), .tooLong),
    ])
    func textIsRefused(_ answer: String, _ why: RewriteCheck.Refusal) {
        #expect(throws: why) { try RewriteCheck.accepted(answer, for: "hello there") }
    }
}

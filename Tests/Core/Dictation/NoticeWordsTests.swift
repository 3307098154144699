import Dictation
import Testing

@Suite struct NoticeWordsTests {
    private func words(
        _ message: String, _ remedy: String = "", hasButtons: Bool = true
    ) -> NoticeWords {
        NoticeWords(message, remedy: remedy, hasButtons: hasButtons)
    }

    /// A title is short; the cause is another sentence.
    @Test func aLongMessageLeavesItsCauseToTheBody() {
        let long = words("cannot open the microphone “hw: 7”: No such file or directory")
        #expect(long.title == "Cannot open the microphone “hw: 7”")
        #expect(long.cause == "No such file or directory.")
        let short = words("Nothing was undone: no text")
        #expect(short.title == "Nothing was undone: no text" && short.cause.isEmpty)
        let whole = words("The last words in the other window are not corrected")
        #expect(whole.title.hasSuffix("not corrected") && whole.cause.isEmpty)
    }

    /// What the buttons do needs no command; the other words of the remedy stay.
    @Test(arguments: [
        ("The text is kept: utter retype", "The text is kept."),
        ("Click into a text field; utter retype types the text.", "Click into a text field."),
        ("utter retype types it, utter last shows it.", ""),
        ("“utter models” says which there are, and where to get others.", ""),
        ("Take another; “utter models” lists them.", "Take another."),
        (
            "Choose another key in Utter’s window, or by utter setup hotkey.",
            "Choose another key in Utter’s window."
        ),
        (
            "Try another source (utter config set hotkey.source evdev), or wait. Then press it.",
            "Try another source, or wait. Then press it."
        ),
        (
            "Choose one; “utter models” lists them. Or switch it off: utter config set a.b false",
            "Choose one. Or switch it off."
        ),
        ("A profile can allow them there: man utter.toml", "A profile can allow them there."),
        ("Start utter again once the desktop runs.", "Start utter again once the desktop runs."),
        (
            "Restart it: systemctl --user restart utter",
            "Restart it: systemctl --user restart utter"
        ),
    ])
    func buttonsTakeThePlaceOfCommands(_ remedy: String, _ shown: String) {
        #expect(words("kept", remedy).remedy == shown)
    }

    /// Without a button, a command stays where it alone says what to do.
    @Test(arguments: [
        ("Correct it in the file; utter config check says more.", "Correct it in the file."),
        ("Your own words apply. utter text language en shows rules.", "Your own words apply."),
        (
            "Choose one; “utter models” lists them. Or switch it off: utter config set a.b false",
            "Choose one. Or switch it off: utter config set a.b false"
        ),
        ("The text is kept: utter retype", "The text is kept: utter retype"),
        (
            "utter retype types it, utter last shows it.",
            "utter retype types it, utter last shows it."
        ),
        (
            "Try another source (utter config set hotkey.source evdev), or wait. Then press it.",
            "Try another source (utter config set hotkey.source evdev), or wait. Then press it."
        ),
    ])
    func withoutButtonsAnotherWayIsEnough(_ remedy: String, _ shown: String) {
        #expect(words("kept", remedy, hasButtons: false).remedy == shown)
    }
}

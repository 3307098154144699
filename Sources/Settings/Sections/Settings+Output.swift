public import Dictation

extension Settings {
    /// `[output]`
    public struct Output: SettingsKeys {
        public static let section = "output"
        public static let documentation = "Where the text goes."
        public static let declared = Self()

        /// Names in the daemon's table of sinks, which checks them; empty for automatic.
        public let sinks = SettingsKey<[String]>(
            "sinks", [], .strings(such: "xtest"),
            """
            The ways to type, in the order in which they are tried: "xtest" (X11), "ibus"
            (GNOME on Wayland; elsewhere only for programs that use IBus), "input-method"
            (where no other input method runs: sway, Hyprland and others),
            "virtual-keyboard" (Wayland compositors with that protocol: sway, Hyprland and
            others), "kwin" (KDE on Wayland, for what the keyboard's layout has), "uinput"
            (any, likewise), "clipboard" (pastes, and brings back what was on the clipboard).
            Empty means those that suit the session.
            """)
        public let pasteChord = SettingsKey<PasteChord>(
            "paste_chord", .shiftInsert, .anyCase,
            """
            The keys with which the sink "clipboard" makes a window paste: "shift+insert"
            works in most programs and terminals, "ctrl+v" in no terminal,
            "ctrl+shift+v" only in some.
            """)
        /// The layout of the virtual keyboard: `de`, `us(intl)+ru`. The sink checks it; nil to
        /// ask the session.
        public let layout = SettingsKey<String?>(
            "layout", nil,
            .optional(.string(such: "de"), such: "\"us(intl)\"", else: "the desktop's own"),
            """
            The layout that your desktop gives the virtual keyboard of "uinput", as
            setxkbmap(1) names it: "de", "us(intl)", "us+ru" where two keys switch between
            them. Without it, the desktop is asked:
            """)
        /// How long the virtual keyboard holds each key down; nil for the desktop's default.
        public let keyHold = SettingsKey<Duration?>(
            "key_hold", nil,
            .optional(
                .duration(.zero ... .milliseconds(200)), such: "\"8ms\"",
                else: "the desktop's own"),
            """
            How long "uinput" holds each key down, from "0s" to "200ms". Without it, as long
            as the desktop needs, GNOME and KDE the longest:
            """)
        /// Whether "ibus" also types while an input method is active.
        public let interruptInputMethod = SettingsKey<Bool>(
            "interrupt_input_method", false, .boolean,
            """
            Whether "ibus" also types while one of your input methods is active (Chinese,
            Japanese and others): what you are composing at that moment is lost then.
            Otherwise another sink types.
            """)
        public let commit = SettingsKey<CommitTime>(
            "commit", .auto, .anyCase,
            """
            When words are typed: "auto", when the dictation is over, and until then they
            are shown underlined in the document, where the window can; "end", when the
            dictation is over; "final", what you said between two pauses at the second, so
            that little is left at the end of a long dictation; "live", as "auto" where the
            window can, elsewhere as soon as they are stable, and what turns out to be wrong
            is deleted and typed again.
            """)
        public let lineBreaks = SettingsKey<LineBreakStyle>(
            "line_breaks", .auto, .anyCase,
            """
            What happens to “new line”, “new paragraph” and other line breaks in the text:
            "auto" makes them, but spaces in terminals and launchers, where they would run what
            was typed, and where the window is unknown; in chats and browsers with Shift+Enter,
            since Enter sends. "keep" types Enter, "shift-enter" Shift+Enter, "space" a space.
            In terminals spaces, unless a profile for them says otherwise.
            """)
        /// Which keys make a text bold.
        public let formatting = SettingsKey<FormattingKeys>(
            "formatting", .auto, .anyCase,
            """
            The keys that “bold that”, “italic that”, “underline that” and “page break” press:
            "auto", a word processor's keys in LibreOffice Writer, AbiWord and Calligra
            Words, and none elsewhere; "ctrl", Ctrl+B, Ctrl+I and Ctrl+U; "word-processor",
            also Ctrl+Enter for a page break, which sends a mail in other programs; "none".
            In terminals none, unless a profile for them says otherwise.
            """)
        /// How the text is handled if the focus has moved.
        public let focus = SettingsKey<FocusPolicy>(
            "focus", .hold, .anyCase,
            """
            What happens if the focus has moved to another window by the time the text is
            ready: "hold" keeps the text for `utter retype`, "follow" types it into the other
            window, "return" brings the focus back first. Where the desktop doesn't report which
            window has the focus, always "follow".
            """)
        /// How a dictation into a password field is handled.
        public let passwords = SettingsKey<PasswordPolicy>(
            "passwords", .refuse, .anyCase,
            """
            What happens in a field that its window reports as a password field when you press
            the hotkey: "refuse" records, keeps and shows nothing; "allow" types what you say, and
            neither keeps nor shows it.
            """)
        public let tabs = SettingsKey<TypableText.Tabs>(
            "tabs", .space, .choice([("keep", .keep), ("space", .space)]),
            """
            What happens to a spoken “tab”: "keep" presses the key Tab, which moves to the
            next field in forms and completes words in terminals; or "space". As line
            breaks, none in terminals unless a profile for them says so.
            """)
        /// The keys that may be pressed by voice.
        public let keys = SettingsKey<[String]>(
            "keys", [], .names(["enter", "tab", "escape"]),
            """
            The keys that “press enter”, “press tab” and “press escape” may press:
            ["enter", "tab", "escape"], or none. Enter sends messages and runs commands.
            In terminals none, unless a profile for them says so.
            """)
        /// The program that gets each text, and its arguments; empty for none.
        public let hook = SettingsKey<[String]>(
            "hook", [], .arguments(such: "my-hook"),
            """
            A program of yours and its arguments, which gets each text on its standard input
            before it is typed, but not a password. What it prints is typed instead,
            without control characters; if it fails or prints nothing, the text as it was.
            """)
        /// Whether the output of the hook is typed.
        public let hookAnswers = SettingsKey<Bool>(
            "hook_answers", true, .boolean,
            """
            Whether what the hook prints is typed; with false it only takes the texts, and
            nothing waits for it.
            """)
        public let hookTimeLimit = SettingsKey<Duration>(
            "hook_time_limit", .seconds(2), .duration(.milliseconds(100) ... .seconds(60)),
            """
            How long the hook may take, from "100ms" to "1m". Then it is killed, and the text
            is typed as it was.
            """)
    }
}

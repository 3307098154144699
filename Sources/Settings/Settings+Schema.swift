import Dictation

extension Settings {
    /// Every section and key, in the order of the template. Reading, `show`, the template and
    /// the suggestions all come from this table; the defaults are those of `Settings()`.
    static let schema: [SettingsSection] = [
        SettingsSection("hotkey", "The key that starts and stops dictation.", [
            SettingsKey("enabled", \.hotkey.enabled, .boolean, """
                Whether to watch the keyboards at all. Without it, dictation is started by
                the command `utter toggle`, which a desktop can bind to a key of its own.
                """),
            SettingsKey("dictate", \.hotkey.dictate, .string(such: "KEY_F9"), """
                The key, by its name in the kernel's input-event-codes.h.
                `evtest` and `libinput debug-events` show the names of keys that you press.
                """),
        ]),
        SettingsSection("audio", "The microphone.", [
            SettingsKey("device", \.audio.device, .string(such: "pulse"), """
                The ALSA device to record from: "default", "pulse", "pipewire", "hw:1,0", …
                `utter devices` lists them.
                """),
            SettingsKey(
                "silence_limit", \.audio.silenceLimit, .duration(.zero ... .seconds(3600)), """
                Dictation stops after this time without speech, from "0s" (never) to "1h".
                Times are written as "300ms", "8s", "5m" or "1h".
                """),
            SettingsKey(
                "max_length", \.audio.maxLength, .duration(.seconds(1) ... .seconds(3600)), """
                The longest dictation, from "1s" to "1h". What was said until then is typed.
                """),
        ]),
        SettingsSection("recognizer", "What turns speech into words.", [
            SettingsKey("engine", \.recognizer.engine, .string(such: "pocketsphinx"), """
                The recogniser.
                """),
            SettingsKey(
                "model", \.recognizer.model,
                .path(such: "/usr/share/pocketsphinx/model/en-us/en-us"), """
                The acoustic model: a directory. Paths may begin with ~ or be relative to
                this file. Without it, the one of Debian's package pocketsphinx-en-us:
                """),
            SettingsKey(
                "dictionary", \.recognizer.dictionary,
                .path(such: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"), """
                The words and their sounds: a file. Without it, that of the same package:
                """),
            SettingsKey(
                "language_model", \.recognizer.languageModel,
                .path(such: "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin"), """
                Which words follow which: a file. Without it, that of the same package:
                """),
            SettingsKey("options", \.recognizer.options, .options(such: "maxhmmpf = 3000"), """
                Passed on to the engine, which knows their names: strings, numbers, booleans.
                """),
        ]),
        SettingsSection("text", "What happens to the words before they are typed.", [
            SettingsKey("raw", \.text.raw, .boolean, """
                Type the words just as the recogniser gives them: without capitals at the
                start of sentences.
                """)
        ]),
        SettingsSection("output", "Where the text goes.", [
            SettingsKey("sinks", \.output.sinks, .strings(such: "xtest"), """
                The ways to type, in the order in which they are tried: "xtest" (X11),
                "wayland" (compositors with the virtual-keyboard protocol: sway, Hyprland and
                others), "uinput" (any, for what the keyboard's layout has), "clipboard"
                (pastes, and brings back what was on the clipboard). Empty means those that suit
                the session, "clipboard" last.
                """),
            SettingsKey(
                "paste_chord", \.output.pasteChord,
                .choice(PasteChord.allCases.map { ($0.rawValue, $0) }), """
                The keys with which the sink "clipboard" makes a window paste: "shift+insert"
                works in most programs and terminals, "ctrl+v" in no terminal,
                "ctrl+shift+v" only in some.
                """),
            SettingsKey(
                "layout", \.output.layout,
                .optional(
                    .string(such: "de"), such: "\"us(intl)\"", else: "the desktop's own"), """
                The layout that your desktop gives the virtual keyboard of "uinput", as
                setxkbmap(1) names it: "de", "us(intl)", "us+ru" where two keys switch between
                them. Without it, the desktop is asked:
                """),
            SettingsKey(
                "key_hold", \.output.keyHold,
                .optional(
                    .duration(.zero ... .milliseconds(200)), such: "\"8ms\"",
                    else: "the desktop's own"), """
                How long "uinput" holds each key down, from "0s" to "200ms". Without it, as long
                as the desktop needs, GNOME and KDE the longest:
                """),
            SettingsKey(
                "line_breaks", \.output.lineBreaks,
                .choice([("keep", .keep), ("space", .space)]), """
                What becomes of line breaks in the text: "keep", or "space", which is safe in
                terminals and chats, where a line break sends what was typed.
                """),
        ]),
        SettingsSection("history", "Recent transcripts, kept in memory only.", [
            SettingsKey("keep", \.history.keep, .integer(0...1000), """
                How many to keep for `utter last` and `utter retype`, from 0 to 1000.
                """)
        ]),
    ]
}

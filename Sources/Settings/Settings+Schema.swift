import Dictation

extension Settings {
    /// Every section and key, in the order of the template. Reading, `show`, the template and
    /// the suggestions all come from this table; the defaults are those of `Settings()`.
    static let schema: [SettingsSection] = [
        SettingsSection("hotkey", "The keys that start and stop dictation.", [
            SettingsKey("enabled", \.hotkey.enabled, .boolean, """
                Whether to watch the keyboards at all. Without it, dictation is started by
                the command `utter toggle`, which a desktop can bind to a key of its own.
                """),
            SettingsKey(
                "source", \.hotkey.source,
                .choice(Settings.Hotkey.Source.allCases.map { ($0.rawValue, $0) }), """
                Who watches: "evdev" (the keyboards, through utter-hotkeys or, if the daemon may
                read them, the daemon), "portal" (the desktop, where it has the portal
                GlobalShortcuts; it asks you for the keys), or "auto": the keyboards, and the
                desktop where they may not be read.
                """),
            SettingsKey("dictate", \.hotkey.dictate, .string(such: "KEY_F9"), """
                The key, or a chord: "RightCtrl", "Super+F9", "Ctrl+Alt+d", "KEY_PLAYPAUSE",
                "BTN_SIDE" for a mouse's button. Names are those of the kernel's
                input-event-codes.h and of xkb's key symbols. `utter devices --keys` shows the
                names of what you press.
                """),
            SettingsKey("mode", \.hotkey.mode, .hotkeyMode, """
                What the key does: "toggle" (each press starts or stops), "hold" (dictates
                while it is held), "auto" (a tap starts or stops, holding dictates), "double"
                (two taps start, one stops).
                """),
            SettingsKey("cancel", \.hotkey.cancel, .stringOrNothing(such: "Escape"), """
                The key that cancels, while something is being dictated or typed. Empty means
                none.
                """),
            SettingsKey(
                "tap", \.hotkey.tap, .duration(.milliseconds(50) ... .seconds(2)), """
                In mode "auto" a press shorter than this is a tap.
                """),
            SettingsKey(
                "double_tap", \.hotkey.doubleTap, .duration(.milliseconds(100) ... .seconds(2)), """
                In mode "double" the second tap comes within this time after the first.
                """),
            SettingsKey("binding", \.hotkey.binding, .hotkeyBindings, """
                More keys, each with its mode, and perhaps with the profile or the language of
                what it starts. Also as tables: [[hotkey.binding]]. For example
                [{ keys = "BTN_SIDE", mode = "hold" }, { keys = "F8", profile = "mail" }]
                """),
        ]),
        SettingsSection("audio", "The microphone.", [
            SettingsKey("device", \.audio.device, .string(such: "pulse"), """
                The microphone, by a name that `utter devices` lists: "default", a source of
                PulseAudio or PipeWire ("pulse:alsa_input.usb-…"), an ALSA device
                ("hw:CARD=PCH,DEV=0").
                """),
            SettingsKey(
                "silence_limit", \.audio.silenceLimit, .duration(.zero ... .seconds(3600)), """
                Dictation stops after this time without speech, from "0s" (never) to "1h", but
                not while you hold its key. Times are written as "300ms", "8s", "5m" or "1h".
                """),
            SettingsKey(
                "max_length", \.audio.maxLength, .duration(.seconds(1) ... .seconds(3600)), """
                The longest dictation, from "1s" to "1h". What was said until then is typed.
                """),
            SettingsKey("sounds", \.audio.sounds, .boolean, """
                A short sound when recording begins, and another when it has ended. Nothing is
                recorded while the first one sounds, so speak after it.
                """),
            SettingsKey("normalize", \.audio.normalize, .boolean, """
                Make quiet speech louder before it is recognised: slowly, and by 18 dB at most.
                """),
            SettingsKey("keep_open", \.audio.keepOpen, .boolean, """
                Keep the microphone open between dictations, so that each begins at once.
                Nothing is recorded meanwhile, but the desktop may show the microphone as in
                use, no other program can use it if it is a "hw:" device, and a Bluetooth
                headset stays in its headset profile.
                """),
            SettingsKey("preroll", \.audio.preroll, .duration(.zero ... .seconds(1)), """
                Begin each dictation with what was said so long before the key, from "0s" to
                "1s". Above 0 the microphone listens all the time: the last sound of this
                length is kept in memory, and only there. `utter status` says so.
                """),
            SettingsKey(
                "music", \.audio.music,
                .choice(Settings.Audio.Music.allCases.map { ($0.rawValue, $0) }), """
                What becomes of music that plays (in players with MPRIS, as most have) while you
                dictate: "leave", "pause", or "lower" its volume.
                """),
        ]),
        recognizerSection,
        SettingsSection("text", "What happens to the words before they are typed.", [
            SettingsKey("raw", \.text.raw, .boolean, """
                Type the words just as the recogniser gives them: nothing below applies then.
                """),
            SettingsKey("language", \.text.language, .string(such: "de"), """
                The language of the rules for text: "en", "de", or one for which there is a file
                ~/.local/share/utter/languages/NAME.toml.
                """),
            SettingsKey(
                "numbers", \.text.numbers,
                .choice(NumberStyle.allCases.map { ($0.rawValue, $0) }), """
                "words" as they are said, "digits", or "smart": words up to nine, digits from
                10 on and wherever there is a unit, money, per cent, a time, date or year.
                """),
            SettingsKey("spoken_marks", \.text.spokenMarks, .boolean, """
                Whether "comma", "new line", "scratch that" and the like are obeyed.
                """),
            SettingsKey("remove_fillers", \.text.removeFillers, .boolean, """
                Leave out "um" and "uh", but not within a quotation.
                """),
            SettingsKey("remove_repetitions", \.text.removeRepetitions, .boolean, """
                Write small words once that were said twice in a row: "the the".
                """),
            SettingsKey("capitals", \.text.capitals, .boolean, """
                Begin sentences with a capital and write names large.
                """),
            SettingsKey("typographic", \.text.typographic, .boolean, """
                Write “ ” — … rather than " " -- ... which every keyboard layout has.
                """),
            SettingsKey("trailing_space", \.text.trailingSpace, .boolean, """
                Write a space after a dictation, so that the next one, or what you type, does
                not stick to it. A comma or full stop that you say next takes its place.
                Terminals get none, unless a profile for them says so.
                """),
            SettingsKey("replace", \.text.replace, .replacements, """
                What to write instead of a word or phrase, or, in the finished text, of a
                pattern (a regular expression without back references; $1 is its first group):
                [[text.replace]]
                say = "jason"
                write = "JSON"
                `exact = true` keeps the first letter small at the start of a sentence.
                """),
            SettingsKey("words", \.text.words, .texts(such: #"Siobhan = "SH IH V AO N""#), """
                Names as they are written, with their sounds in the engine's own alphabet
                (for PocketSphinx those of its dictionary), or "" where it knows the word.
                """),
            SettingsKey(
                "snippets", \.text.snippets,
                .texts(such: #""my address" = "1 Main Street, Springfield""#), """
                Texts that are written for a word or phrase.
                """),
        ]),
        SettingsSection("text.cleanup", "What cleans up the text that the rules made.", [
            SettingsKey(
                "engine", \.text.cleanup.engine, .word(["none", "server", "command"]), """
                "none", "server" (a language model) or "command" (a program of yours). Of its
                answer only punctuation, capitals and what little else it changed is taken; one
                that adds or alters words is not used.
                """),
            SettingsKey(
                "time_limit", \.text.cleanup.timeLimit,
                .duration(.milliseconds(100) ... .seconds(60)), """
                How long it may take, from "100ms" to "1m". Then the text is typed as it was.
                """),
            SettingsKey(
                "instructions", \.text.cleanup.instructions,
                .optional(
                    .text(such: "Write British English."),
                    such: "\"Write British English.\"", else: "the program's own"), """
                What the model is told to do, instead of the program's own words:
                """),
            SettingsKey(
                "server", \.text.cleanup.server, .string(such: "http://127.0.0.1:8080"), """
                The server of the engine "server", which has the OpenAI chat interface
                (llama.cpp, Ollama, vLLM). The path /v1/chat/completions is added, unless it has
                one that doesn't end in /v1.
                """),
            SettingsKey(
                "server_model", \.text.cleanup.serverModel, .string(such: "llama3.2"), """
                The server's name of the model.
                """),
            SettingsKey(
                "server_key", \.text.cleanup.serverKey,
                .path(such: "~/.config/utter/cleanup.key"), """
                A file with the key that the server asks for, which only you may read. Without it,
                the environment variable UTTER_CLEANUP_KEY, if there is one:
                """),
            SettingsKey(
                "server_ca", \.text.cleanup.serverCertificates, .path(such: "~/ca.pem"), """
                A file of certificates to trust at https:// instead of the system's.
                """),
            SettingsKey("command", \.text.cleanup.command, .arguments(such: "mend"), """
                The program of the engine "command" and its arguments. It gets the text on its
                standard input and prints the mended one.
                """),
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
                "commit", \.output.commit,
                .choice(CommitTime.allCases.map { ($0.rawValue, $0) }), """
                When words are typed: "end", when the dictation is over; "final", what you said
                between two pauses at the second, so that little is left at the end of a long
                dictation; "live", as soon as they are stable, and what turns out to be wrong is
                deleted and typed anew.
                """),
            SettingsKey(
                "line_breaks", \.output.lineBreaks,
                .choice([("keep", .keep), ("space", .space)]), """
                What becomes of line breaks in the text: "keep", or "space", which is safe in
                terminals and chats, where a line break sends what was typed. "keep" does not
                hold in terminals, unless a profile for them says so.
                """),
            SettingsKey(
                "focus", \.output.focus,
                .choice(FocusPolicy.allCases.map { ($0.rawValue, $0) }), """
                If another window has the focus when the text is ready than when the dictation
                began: "hold" keeps the text for `utter retype`, "follow" types it into the other
                window, "return" brings the focus back first. Where the desktop doesn't tell which
                window has the focus, always "follow".
                """),
            SettingsKey(
                "tabs", \.output.tabs, .choice([("keep", .keep), ("space", .space)]), """
                What becomes of a spoken “tab”: "keep" presses the key Tab, which moves to the
                next field in forms and completes words in terminals; or "space". As line
                breaks, none in terminals unless a profile for them says so.
                """),
            SettingsKey("keys", \.output.keys, .names(["enter", "tab", "escape"]), """
                The keys that “press enter”, “press tab” and “press escape” may press:
                ["enter", "tab", "escape"], or none. Enter sends messages and runs commands.
                In terminals none, unless a profile for them says so.
                """),
        ]),
        SettingsSection("overlay", "What shows on the screen that utter listens.", [
            SettingsKey("enabled", \.overlay.enabled, .boolean, """
                Whether to show it at all.
                """),
            SettingsKey(
                "position", \.overlay.position,
                .word([
                    "top-left", "top", "top-right", "left", "center", "right", "bottom-left",
                    "bottom", "bottom-right",
                ]), """
                Where on the monitor of the focused window: "top-left", "top", "top-right",
                "left", "center", "right", "bottom-left", "bottom" or "bottom-right".
                """),
            SettingsKey("margin", \.overlay.margin, .integer(0...1000), """
                The distance from the monitor's edge in pixels, from 0 to 1000.
                """),
            SettingsKey("size", \.overlay.size, .integer(50...300), """
                The size in per cent, from 50 to 300; the monitor's scale comes on top.
                """),
            SettingsKey("theme", \.overlay.theme, .word(["auto", "dark", "light"]), """
                "dark", "light", or "auto": as the desktop is.
                """),
            SettingsKey("font", \.overlay.font, .string(such: "DejaVu Sans"), """
                A font family, or "auto": the desktop's.
                """),
            SettingsKey("motion", \.overlay.motion, .word(["auto", "full", "reduced"]), """
                "full", "reduced" for those whom movement disturbs, or "auto": as the desktop
                is.
                """),
            SettingsKey("announce", \.overlay.announce, .boolean, """
                Say changes aloud through speech-dispatcher: “Listening”, “Inserted”, errors.
                Wear headphones, or the microphone hears it, too.
                """),
            SettingsKey("notifications", \.overlay.notifications, .boolean, """
                Tell errors as desktop notifications where there is no overlay.
                """),
        ]),
        SettingsSection("history", "What is kept of what you dictated.", [
            SettingsKey("keep", \.history.keep, .integer(0...1000), """
                How many texts to keep for `utter last`, `utter copy` and `utter retype`, from 0 to
                1000. With 0, nothing is kept, in memory or on disk, and nothing is recovered.
                """),
            SettingsKey("disk", \.history.disk, .boolean, """
                Keep them on disk, too, in ~/.local/state/utter/history.jsonl, which only you may
                read. Without it, they are in memory until the daemon ends. `utter history clear`
                removes them from both.
                """),
            SettingsKey("days", \.history.days, .integer(1...3650), """
                How many days a text is kept on disk, from 1 to 3650. The older ones are removed at
                the daemon's start and at the next dictation.
                """),
            SettingsKey("size", \.history.size, .integer(1...100), """
                The largest size of that file in MB, from 1 to 100. The oldest texts give way.
                """),
            SettingsKey("recovery", \.history.recovery, .boolean, """
                Keep the sound of the dictation under way in memory ($XDG_RUNTIME_DIR), where it
                outlives a crash, at most the first 35 minutes, and then its text while it is
                typed. They are removed when the dictation ends; after a crash, the next start
                recognises the sound and offers you the text, or the rest of it.
                """),
        ]),
    ]
}

public import Dictation

extension Settings {
    /// `[hotkey]`
    public struct Hotkey: SettingsKeys {
        public static let section = "hotkey"
        public static let documentation = "The keys that start and stop dictation."
        public static let declared = Self()

        /// The listener for the keys.
        public enum Source: String, Hashable, Sendable, CaseIterable {
            case auto, evdev, portal, kde
        }

        public let enabled = SettingsKey<Bool>(
            "enabled", true, .boolean,
            """
            Whether to watch the keyboards at all. Without it, dictation is started by
            the command `utter toggle`, which you can bind to a key in your desktop.
            """)
        public let source = SettingsKey<Source>(
            "source", .auto, .anyCase,
            """
            What watches them: "evdev" (utter-hotkeys, which reads the keyboards), "portal"
            (the desktop, where it has the portal GlobalShortcuts; it asks you for the keys),
            "kde" (KDE Plasma, which asks nothing), or "auto": the keyboards, and where
            utter-hotkeys may not read them the desktop: "kde" before "portal" in KDE
            Plasma, "portal" elsewhere.
            """)
        /// A chord. The hotkey backend knows the names of the keys and checks it.
        public let dictate = SettingsKey<String>(
            "dictate", "RightCtrl", .string(such: "KEY_F9"),
            """
            The key, or a chord: "RightCtrl", "Super+F9", "Ctrl+Alt+d", "KEY_PLAYPAUSE",
            "BTN_SIDE" for a mouse's button. Names come from the kernel's
            input-event-codes.h and from xkb's key symbols. `utter devices --keys` shows the
            names of what you press.
            """)
        public let mode = SettingsKey<HotkeyBinding.Mode>(
            "mode", .toggle, .anyCase,
            """
            What the key does: "toggle" (each press starts or stops), "hold" (dictates
            while it is held), "auto" (a tap starts or stops, holding dictates), "double"
            (two taps start, one stops), "continuous" (a tap starts a dictation that stays
            on and types at each pause, or stops it), "switch" (for a single switch: a tap
            starts or stops, a longer press cancels).
            """)
        /// The chord that cancels during a dictation; empty for none.
        public let cancel = SettingsKey<String>(
            "cancel", "Escape", .stringOrNothing(such: "Escape"),
            """
            The key that cancels, while something is being dictated or typed, or a model’s text
            is proposed. Empty means none.
            """)
        /// In the modes `auto` and `switch`, a shorter press is a tap.
        public let tap = SettingsKey<Duration>(
            "tap", .milliseconds(300), .duration(.milliseconds(50) ... .seconds(2)),
            """
            In the modes "auto" and "switch" a press shorter than this is a tap.
            """)
        /// In mode `double`, the longest time from one tap to the next.
        public let doubleTap = SettingsKey<Duration>(
            "double_tap", .milliseconds(350), .duration(.milliseconds(100) ... .seconds(2)),
            """
            In mode "double" the second tap comes within this time after the first.
            """)
        /// Further chords with their own modes.
        public let binding = SettingsKey<[Binding]>(
            "binding", [], .hotkeyBindings,
            """
            More keys, each with its mode, and perhaps with the profile or the language of
            what it starts. Also as tables: [[hotkey.binding]]. For example
            [{ keys = "BTN_SIDE", mode = "hold" }, { keys = "F8", profile = "mail" }]
            Or with another action than "dictate": "submit" (dictates, then presses Enter if
            [output] keys allows it), "command" (the next utterance is a command), "instruct"
            (the next utterance says what a model is to do with the text), "retype", "copy",
            "undo", "scratch", "cancel", and "language" (the next of languages):
            [{ keys = "F7", action = "language", languages = ["en", "de"] }]
            """)

        public struct Binding: Hashable, Sendable {
            public var keys: String
            public var mode: HotkeyBinding.Mode
            public var action: HotkeyAction
            /// Those that the action `language` chooses from.
            public var languages: [String]
            /// The overrides for what it starts. A profile with that name exists.
            public var choice: DictationOverrides

            public init(
                keys: String, mode: HotkeyBinding.Mode, action: HotkeyAction = .dictate,
                choice: DictationOverrides = .automatic, languages: [String] = []
            ) {
                self.keys = keys
                self.mode = mode
                self.action = action
                self.languages = languages
                self.choice = choice
            }
        }
    }
}

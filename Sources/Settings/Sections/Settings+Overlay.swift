extension Settings {
    /// `[overlay]`
    public struct Overlay: SettingsKeys {
        public static let section = "overlay"
        public static let documentation = "The card on the screen that shows that utter listens."
        public static let declared = Self()

        public let enabled = SettingsKey<Bool>(
            "enabled", true, .boolean,
            """
            Whether to show it at all.
            """)
        /// One of nine places on the monitor: `bottom`, `top-left`, …; or `cursor`.
        public let position = SettingsKey<String>(
            "position", "bottom",
            .word([
                "top-left", "top", "top-right", "left", "center", "right", "bottom-left",
                "bottom", "bottom-right", "cursor",
            ]),
            """
            Where on the monitor of the focused window: "top-left", "top", "top-right",
            "left", "center", "right", "bottom-left", "bottom" or "bottom-right"; or
            "cursor": below or above the text's cursor, where the window says where that
            is (on X11), else at the bottom.
            """)
        /// The distance from the monitor's edge, in logical pixels from 0 to 1000.
        public let margin = SettingsKey<Int>(
            "margin", 48, .integer(0...1000),
            """
            The distance from the monitor's edge in pixels, from 0 to 1000.
            """)
        /// In per cent, from 50 to 300.
        public let size = SettingsKey<Int>(
            "size", 100, .integer(50...300),
            """
            The size in per cent, from 50 to 300; the monitor's scale comes on top.
            """)
        /// Whether the words are shown.
        public let words = SettingsKey<Bool>(
            "words", true, .boolean,
            """
            Whether the words are shown while you speak, and what was typed. Without them the
            card is small.
            """)
        public let button = SettingsKey<Bool>(
            "button", false, .boolean,
            """
            Whether a round button is on the screen all the time that begins and ends a
            dictation, for people who click by dwelling. It doesn't take the focus.
            """)
        /// The middle of an edge, or a corner.
        public let buttonPosition = SettingsKey<String>(
            "button_position", "right",
            .word(["left", "right", "top-left", "top-right", "bottom-left", "bottom-right"]),
            """
            Where that button is: "left", "right", "top-left", "top-right", "bottom-left" or
            "bottom-right".
            """)
        /// `auto`, `dark`, `light` or `contrast`.
        public let theme = SettingsKey<String>(
            "theme", "auto", .word(["auto", "dark", "light", "contrast"]),
            """
            "dark", "light", "contrast" (white on black), or "auto": like the desktop.
            """)
        /// A font family, or `auto`.
        public let font = SettingsKey<String>(
            "font", "auto", .string(such: "DejaVu Sans"),
            """
            A font family, or "auto": the desktop's.
            """)
        /// `auto`, `full` or `reduced`.
        public let motion = SettingsKey<String>(
            "motion", "auto", .word(["auto", "full", "reduced"]),
            """
            "full", "reduced" for those whom movement disturbs, or "auto": like the
            desktop.
            """)
        /// Whether errors become desktop notifications if there is no overlay.
        public let notifications = SettingsKey<Bool>(
            "notifications", true, .boolean,
            """
            Report errors as desktop notifications where there is no overlay.
            """)
    }
}

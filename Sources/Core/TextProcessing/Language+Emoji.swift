extension Language {
    /// An emoji and its names; `plain` is its form with the keys of any keyboard, if it has one.
    struct Emoji: Sendable {
        let text: String
        let plain: String?
        let names: (english: [String], german: [String])

        init(_ text: String, plain: String? = nil, _ english: String, _ german: String) {
            (self.text, self.plain) = (text, plain)
            names = (words(english), words(german))
        }

        var english: Mark { Mark(names.english, text, plain: plain, .free) }
        var german: Mark { Mark(names.german, text, plain: plain, .free) }
    }

    /// The names are those of Apple's dictation and of Unicode CLDR, with “emoji” where they are
    /// words that people say.
    static let emoji: [Emoji] = [
        Emoji("🙂", plain: ":-)", "smiley face, smiley emoji, smiling emoji",
            "smiley, lachendes gesicht, smiley emoji"),
        Emoji("😉", plain: ";-)", "winky face, winking emoji, winky emoji",
            "zwinkerndes gesicht, zwinkersmiley, zwinker emoji"),
        Emoji("🙁", plain: ":-(", "frowny face, frowning emoji, sad emoji",
            "trauriges gesicht, trauriger smiley, traurig emoji"),
        Emoji("❤️", plain: "<3", "heart emoji, red heart emoji", "herz emoji, rotes herz emoji"),
        Emoji("💔", "broken heart emoji", "gebrochenes herz emoji"),
        Emoji("😂", plain: ":'-D", "laughing emoji, tears of joy emoji",
            "lachen emoji, freudentränen emoji"),
        Emoji("😀", plain: ":-D", "grinning emoji, happy emoji", "grinsen emoji, fröhlich emoji"),
        Emoji("😢", plain: ":'-(", "crying emoji", "weinen emoji, tränen emoji"),
        Emoji("😮", plain: ":-O", "surprised emoji, shocked emoji", "überrascht emoji"),
        Emoji("😎", plain: "B-)", "cool emoji, sunglasses emoji", "cool emoji, sonnenbrille emoji"),
        Emoji("😘", plain: ":-*", "kissing emoji, kiss emoji", "kuss emoji"),
        Emoji("😍", "heart eyes emoji", "herzaugen emoji"),
        Emoji("🤔", "thinking emoji", "nachdenken emoji"),
        Emoji("😠", "angry emoji", "wütend emoji"),
        Emoji("🤷", "shrug emoji", "schulterzucken emoji"),
        Emoji("🙄", "eye roll emoji, rolling eyes emoji", "augenrollen emoji"),
        Emoji("👍", "thumbs up emoji", "daumen hoch emoji"),
        Emoji("👎", "thumbs down emoji", "daumen runter emoji"),
        Emoji("👏", "clapping emoji, clapping hands emoji", "klatschen emoji, applaus emoji"),
        Emoji("🙏", "folded hands emoji, praying emoji, thank you emoji",
            "gefaltete hände emoji, danke emoji"),
        Emoji("👋", "waving emoji, waving hand emoji", "winken emoji"),
        Emoji("👌", "okay emoji, okay hand emoji", "okay emoji"),
        Emoji("💪", "muscle emoji, flexed biceps emoji", "muskel emoji"),
        Emoji("🤞", "fingers crossed emoji", "daumen drücken emoji"),
        Emoji("🎉", "party emoji, party popper emoji", "party emoji, konfetti emoji"),
        Emoji("🎂", "cake emoji, birthday cake emoji", "torte emoji, geburtstagstorte emoji"),
        Emoji("🎁", "gift emoji, present emoji", "geschenk emoji"),
        Emoji("🔥", "fire emoji", "feuer emoji"),
        Emoji("⭐", "star emoji", "stern emoji"),
        Emoji("✨", "sparkles emoji", "funkeln emoji"),
        Emoji("☀️", "sun emoji", "sonne emoji"),
        Emoji("🌧️", "rain emoji", "regen emoji"),
        Emoji("❄️", "snow emoji, snowflake emoji", "schnee emoji, schneeflocke emoji"),
        Emoji("🌈", "rainbow emoji", "regenbogen emoji"),
        Emoji("🌹", "rose emoji", "rose emoji"),
        Emoji("🐶", "dog emoji", "hund emoji"),
        Emoji("🐱", "cat emoji", "katze emoji"),
        Emoji("☕", "coffee emoji", "kaffee emoji"),
        Emoji("🍕", "pizza emoji", "pizza emoji"),
        Emoji("🍺", "beer emoji", "bier emoji"),
        Emoji("🚀", "rocket emoji", "rakete emoji"),
        Emoji("✅", "check mark emoji", "häkchen emoji"),
        Emoji("❌", "cross mark emoji", "kreuz emoji"),
        Emoji("⚠️", "warning emoji", "warnung emoji"),
        Emoji("💡", "light bulb emoji, idea emoji", "glühbirne emoji, idee emoji"),
        Emoji("💯", "hundred points emoji", "hundert punkte emoji"),
        Emoji("👀", "eyes emoji", "augen emoji"),
        Emoji("💩", "poop emoji", "kackhaufen emoji"),
        Emoji("😴", "sleeping emoji", "schlafen emoji"),
        Emoji("🤖", "robot emoji", "roboter emoji"),
    ]
}

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

    /// The names come from Apple's dictation and from Unicode CLDR, with “emoji” where they are
    /// words that people say.
    static let emoji: [Emoji] = [
        Emoji(
            "🙂", plain: ":-)",
            """
            smiley face, smiley emoji, smiling emoji, smiley face emoji, slightly \
            smiling face emoji, smiling face emoji
            """,
            """
            smiley, lachendes gesicht, smiley emoji, smiley gesicht emoji, leicht \
            lächelndes gesicht emoji, lächelndes gesicht emoji
            """),
        Emoji(
            "😉", plain: ";-)",
            "winky face, winking emoji, winky emoji, winky face emoji, winking face emoji",
            "zwinkerndes gesicht, zwinkersmiley, zwinker emoji, zwinkerndes gesicht emoji"),
        Emoji(
            "🙁", plain: ":-(",
            """
            frowny face, frowning emoji, sad emoji, frowny face emoji, frowning face \
            emoji, sad face emoji
            """,
            "trauriges gesicht, trauriger smiley, traurig emoji, trauriges gesicht emoji"),
        Emoji(
            "❤️", plain: "<3",
            "heart emoji, red heart emoji, love heart emoji",
            "herz emoji, rotes herz emoji"),
        Emoji("💔", "broken heart emoji", "gebrochenes herz emoji"),
        Emoji(
            "😂", plain: ":'-D",
            """
            laughing emoji, tears of joy emoji, face with tears of joy emoji, laughing \
            face emoji
            """,
            """
            lachen emoji, freudentränen emoji, gesicht mit freudentränen emoji, \
            lachendes gesicht emoji
            """),
        Emoji(
            "😀", plain: ":-D",
            "grinning emoji, happy emoji, grinning face emoji, happy face emoji",
            "grinsen emoji, fröhlich emoji, grinsendes gesicht emoji"),
        Emoji(
            "😢", plain: ":'-(",
            "crying emoji, crying face emoji",
            "weinen emoji, tränen emoji, weinendes gesicht emoji"),
        Emoji(
            "😮", plain: ":-O",
            "surprised emoji, shocked emoji, surprised face emoji, face with open mouth emoji",
            "überrascht emoji, überraschtes gesicht emoji"),
        Emoji(
            "😎", plain: "B-)",
            """
            cool emoji, sunglasses emoji, smiling face with sunglasses emoji, sunglasses \
            face emoji
            """,
            "cool emoji, sonnenbrille emoji, gesicht mit sonnenbrille emoji"),
        Emoji(
            "😘", plain: ":-*",
            """
            kissing emoji, kiss emoji, kissing face emoji, face blowing a kiss emoji, \
            kissy face emoji
            """,
            "kuss emoji, kussgesicht emoji, küssendes gesicht emoji"),
        Emoji(
            "😍",
            "heart eyes emoji, heart eyes face emoji, smiling face with heart eyes emoji",
            "herzaugen emoji, gesicht mit herzaugen emoji"),
        Emoji(
            "🤔",
            "thinking emoji, thinking face emoji",
            "nachdenken emoji, nachdenkendes gesicht emoji, nachdenkliches gesicht emoji"),
        Emoji(
            "😠",
            "angry emoji, angry face emoji",
            "wütend emoji, verärgertes gesicht emoji, wütendes gesicht emoji"),
        Emoji(
            "🤷",
            "shrug emoji, shrugging emoji",
            "schulterzucken emoji"),
        Emoji(
            "🙄",
            """
            eye roll emoji, rolling eyes emoji, rolling eyes face emoji, face with \
            rolling eyes emoji
            """,
            "augenrollen emoji, augen verdrehendes gesicht emoji"),
        Emoji("👍", "thumbs up emoji, thumb up emoji", "daumen hoch emoji"),
        Emoji("👎", "thumbs down emoji, thumb down emoji", "daumen runter emoji"),
        Emoji(
            "👏",
            "clapping emoji, clapping hands emoji",
            "klatschen emoji, applaus emoji, klatschende hände emoji"),
        Emoji(
            "🙏",
            "folded hands emoji, praying emoji, thank you emoji",
            "gefaltete hände emoji, danke emoji, betende hände emoji"),
        Emoji("👋", "waving emoji, waving hand emoji", "winken emoji, winkende hand emoji"),
        Emoji("👌", "okay emoji, okay hand emoji, ok hand emoji", "okay emoji, okay hand emoji"),
        Emoji(
            "💪",
            "muscle emoji, flexed biceps emoji, bicep emoji",
            "muskel emoji, bizeps emoji, angespannter bizeps emoji"),
        Emoji(
            "🤞",
            "fingers crossed emoji, crossed fingers emoji",
            "daumen drücken emoji, gekreuzte finger emoji"),
        Emoji(
            "🎉",
            "party emoji, party popper emoji",
            "party emoji, konfetti emoji, konfettibombe emoji"),
        Emoji(
            "🎂",
            "cake emoji, birthday cake emoji",
            "torte emoji, geburtstagstorte emoji, geburtstagskuchen emoji, kuchen emoji"),
        Emoji("🎁", "gift emoji, present emoji, wrapped gift emoji", "geschenk emoji"),
        Emoji("🔥", "fire emoji", "feuer emoji"),
        Emoji("⭐", "star emoji", "stern emoji"),
        Emoji("✨", "sparkles emoji", "funkeln emoji, funkelnde sterne emoji"),
        Emoji("☀️", "sun emoji, sunshine emoji", "sonne emoji"),
        Emoji(
            "🌧️",
            "rain emoji, cloud with rain emoji",
            "regen emoji, regenwolke emoji, wolke mit regen emoji"),
        Emoji("❄️", "snow emoji, snowflake emoji", "schnee emoji, schneeflocke emoji"),
        Emoji("🌈", "rainbow emoji", "regenbogen emoji"),
        Emoji("🌹", "rose emoji", "rose emoji"),
        Emoji("🐶", "dog emoji, dog face emoji", "hund emoji, hundegesicht emoji"),
        Emoji("🐱", "cat emoji, cat face emoji", "katze emoji, katzengesicht emoji"),
        Emoji(
            "☕",
            "coffee emoji, hot beverage emoji, cup of coffee emoji",
            "kaffee emoji, heißgetränk emoji"),
        Emoji("🍕", "pizza emoji, slice of pizza emoji", "pizza emoji"),
        Emoji("🍺", "beer emoji, beer mug emoji", "bier emoji, bierkrug emoji"),
        Emoji("🚀", "rocket emoji, rocket ship emoji", "rakete emoji"),
        Emoji(
            "✅",
            "check mark emoji, check mark button emoji, green check mark emoji",
            "häkchen emoji"),
        Emoji("❌", "cross mark emoji, red x emoji", "kreuz emoji, kreuzzeichen emoji"),
        Emoji("⚠️", "warning emoji", "warnung emoji"),
        Emoji(
            "💡",
            "light bulb emoji, idea emoji",
            "glühbirne emoji, idee emoji, glühlampe emoji"),
        Emoji("💯", "hundred points emoji, one hundred emoji", "hundert punkte emoji"),
        Emoji("👀", "eyes emoji", "augen emoji"),
        Emoji(
            "💩",
            "poop emoji, pile of poo emoji, poo emoji",
            "kackhaufen emoji, kothaufen emoji"),
        Emoji(
            "😴",
            "sleeping emoji, sleeping face emoji, sleepy face emoji",
            "schlafen emoji, schlafendes gesicht emoji"),
        Emoji("🤖", "robot emoji, robot face emoji", "roboter emoji, robotergesicht emoji"),
        Emoji(
            "😭",
            "loudly crying face emoji, loudly crying emoji, sobbing emoji",
            "heulendes gesicht emoji, heulen emoji"),
        Emoji(
            "🤣",
            "rolling on the floor laughing emoji, rolling on the floor emoji",
            "kugelt sich vor lachen emoji"),
        Emoji(
            "😊",
            "blushing emoji, blushing face emoji, smiling face with smiling eyes emoji",
            "erröten emoji, errötendes gesicht emoji"),
        Emoji(
            "😅",
            "sweat smile emoji, grinning face with sweat emoji",
            "schweiß emoji, grinsendes gesicht mit schweißtropfen emoji"),
        Emoji(
            "😱",
            "screaming emoji, screaming face emoji, face screaming in fear emoji",
            "schreien emoji, schreiendes gesicht emoji"),
        Emoji("🥳", "partying emoji, partying face emoji", "partygesicht emoji"),
        Emoji(
            "🤗",
            "hugging emoji, hugging face emoji, hug emoji",
            "umarmung emoji, umarmendes gesicht emoji"),
        Emoji(
            "😇",
            "angel emoji, smiling face with halo emoji",
            "engel emoji, lächelndes gesicht mit heiligenschein emoji"),
        Emoji("💀", "skull emoji", "totenkopf emoji"),
        Emoji("👻", "ghost emoji", "gespenst emoji"),
    ]
}

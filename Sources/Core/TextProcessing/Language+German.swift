extension Language {
    /// German; references are to Duden, Die deutsche Rechtschreibung, and DIN 5008:2020.
    public static let german: Language = {
        var language = Language(tag: "de")
        language.marks = germanMarks
        language.commands = [
            "wörtlich": .literal,
            "großschreiben": .capital, "groß geschrieben": .capital,
            "großschreibung ein": .capitalsOn, "großschreibung aus": .capitalsOff,
            "alles groß": .upper,
            "großbuchstaben ein": .upperOn, "großbuchstaben aus": .upperOff,
            "kein leerzeichen": .noSpace, "ohne leerzeichen": .noSpace,
            "leerzeichen aus": .noSpaceOn, "leerzeichen ein": .noSpaceOff,
            "buchstabiere": .spell, "buchstabieren": .spell,
            "streich das": .scratch, "lösche das": .scratch, "lösch das": .scratch,
            "diktat beenden": .stop, "diktat stoppen": .stop,
            "rückgängig": .undo, "mach das rückgängig": .undo,
            "markiere das": .select, "wähle das aus": .select,
            "rohtext wiederherstellen": .restoreRaw,
            "eingabetaste": .pressEnter, "drücke enter": .pressEnter,
            "tabulatortaste": .pressTab, "drücke tab": .pressTab,
            "escapetaste": .pressEscape, "drücke escape": .pressEscape,
        ]
        language.plain = words("""
            der punkt, den punkt, dem punkt, dieser punkt, diesen punkt, diesem punkt, jeder punkt,
            jeden punkt, zum punkt, am punkt, springender punkt, wichtiger punkt, punkt für punkt,
            ersten punkt, erste punkt, nächsten punkt, nächste punkt, letzten punkt, letzte punkt,
            der bindestrich, der gedankenstrich, der schrägstrich, der unterstrich,
            der doppelpunkt, das komma ist, das komma war, das fragezeichen ist, die raute ist
            """)
        language.articles = words("""
            ein, einen, einem, eines, eine, einer, kein, keinen, keine, keinem, mein, meinen,
            dein, deinen, sein, seinen, unser, unseren, jedes, dieses
            """)
        language.fillers = words("äh, ähm, öh, öhm, hm, hmm, mhm, ähh, ehm")
        language.pauseFillers = words("weißt du, wissen sie, sozusagen, sag ich mal")
        language.stutters = words("""
            ich, du, er, es, wir, ihr, ein, eine, einen, und, mit, von, zu, im, in, auf, den, dem,
            des, wenn, dass, weil, aber, für, bei
            """)
        language.names = words("""
            Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonnabend, Sonntag,
            Januar, Jänner, Februar, März, April, Mai, Juni, Juli, August, September, Oktober,
            November, Dezember, Uhr, Euro, Cent, Dollar, Franken, Prozent, Million, Millionen,
            Milliarde, Milliarden, Kilometer, Meter, Zentimeter, Millimeter, Kilogramm, Kilo,
            Gramm, Liter, Grad, Tonnen, Stunde, Stunden, Minute, Minuten, Sekunde, Sekunden, Tag,
            Tage, Tagen, Woche, Wochen, Monat, Monate, Monaten, Jahr, Jahre, Jahren, Deutschland,
            Österreich, Schweiz, Europa, Berlin, Hamburg, München, Köln, Wien, Zürich, Frankreich,
            Italien, Spanien, England, Komma, Punkt, Fragezeichen, Seite, Kapitel, Version, Herr,
            Frau, Herrn, Weihnachten, Ostern
            """)
        language.abbreviations = words("""
            z.b, d.h, u.a, bzw, usw, ca, dr, prof, nr, str, vgl, evtl, ggf, inkl, zzgl, abs, art,
            tel, st
            """)
        language.letters = germanLetters
        language.numbers = germanNumbers
        return language
    }()

    private static let germanMarks: [Mark] = [
        Mark(["komma", "beistrich"], ",", .left, .divider),
        Mark(["punkt"], ".", .left, .stop),
        Mark(["fragezeichen"], "?", .left, .stop),
        Mark(["ausrufezeichen", "ausrufungszeichen", "rufzeichen"], "!", .left, .stop),
        Mark(["doppelpunkt"], ":", .left, .divider),
        Mark(["semikolon", "strichpunkt"], ";", .left, .divider),
        // A space before the dots that stand for words (Duden: Auslassungspunkte).
        Mark(["auslassungspunkte"], "…", plain: "...", .free),
        Mark(["bindestrich", "minuszeichen"], "-", .both),
        // A space on both sides (Duden: Gedankenstrich).
        Mark(["gedankenstrich"], "–", plain: "-", .free),
        Mark(["bis-strich", "bis strich"], "–", plain: "-", .both),
        Mark(
            [
                "anführungszeichen auf", "anführungszeichen unten", "anführungsstriche unten",
                "anführungszeichen öffnen",
            ], "„", plain: "\"", .right, .openingQuote),
        Mark(
            [
                "anführungszeichen zu", "anführungszeichen oben", "anführungsstriche oben",
                "anführungszeichen schließen",
            ], "“", plain: "\"", .left, .closingQuote),
        Mark(["apostroph"], "'", .both),
        Mark(["klammer auf", "runde klammer auf"], "(", .right, .opening),
        Mark(["klammer zu", "runde klammer zu"], ")", .left, .closing),
        Mark(["eckige klammer auf"], "[", .right, .opening),
        Mark(["eckige klammer zu"], "]", .left, .closing),
        Mark(["geschweifte klammer auf"], "{", .right, .opening),
        Mark(["geschweifte klammer zu"], "}", .left, .closing),
        Mark(["kleiner-als-zeichen", "kleiner als zeichen"], "<", .free),
        Mark(["größer-als-zeichen", "größer als zeichen"], ">", .free),
        Mark(["schrägstrich", "slash"], "/", .both),
        Mark(["umgekehrter schrägstrich", "backslash"], "\\", .both),
        Mark(["at-zeichen", "at zeichen", "klammeraffe"], "@", .both),
        Mark(["raute", "rautezeichen", "hashtag"], "#", .right),
        Mark(["prozentzeichen"], "%", .free),
        Mark(["eurozeichen"], "€", .free),
        Mark(["dollarzeichen"], "$", .free),
        Mark(["pfundzeichen"], "£", .free),
        Mark(["gradzeichen"], "°", .left),
        Mark(["paragrafzeichen", "paragraphzeichen", "paragrafenzeichen"], "§", .free),
        Mark(["und-zeichen", "und zeichen", "kaufmännisches und"], "&", .free),
        Mark(["sternchen"], "*", .both),
        Mark(["pluszeichen"], "+", .free),
        Mark(["gleichheitszeichen"], "=", .free),
        Mark(["unterstrich"], "_", .both),
        Mark(["tilde"], "~", .right),
        Mark(["senkrechter strich"], "|", .free),
        Mark(["aufzählungszeichen"], "•", .free),
        Mark(["punkt de"], ".de", .left),
        Mark(["punkt com"], ".com", .left),
        Mark(["punkt org"], ".org", .left),
        Mark(["punkt net"], ".net", .left),
        Mark(["neue zeile", "nächste zeile", "eingabetaste"], "\n", .both, .lineBreak),
        Mark(["neuer absatz", "nächster absatz"], "\n\n", .both, .lineBreak),
        Mark(["tabulator"], "\t", .both),
        Mark(["leertaste"], " ", .both),
    ]

    private static let germanLetters: [String: String] = {
        var letters = nato
        // The table used until DIN 5009:2022, which is still the best known.
        let names = """
            anton berta cäsar dora emil friedrich gustav heinrich ida julius kaufmann ludwig \
            martha nordpol otto paula quelle richard samuel theodor ulrich viktor wilhelm \
            xanthippe ypsilon zacharias ärger ökonom übermut
            """
        for name in names.split(separator: " ") { letters[String(name)] = String(name.prefix(1)) }
        letters["siegfried"] = "s"
        letters["zeppelin"] = "z"
        letters["eszett"] = "ß"
        return letters
    }()
}

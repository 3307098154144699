extension Language {
    /// German; references are to Duden, Die deutsche Rechtschreibung, and DIN 5008:2020.
    public static let german: Language = {
        var language = Language(tag: "de")
        language.marks = germanMarks + emoji.map(\.german)
        language.commands = [
            "wörtlich": .literal,
            "großschreiben": .capital, "groß geschrieben": .capital,
            "großschreibung ein": .capitalsOn, "großschreibung aus": .capitalsOff,
            "alles groß": .upper,
            "großbuchstaben ein": .upperOn, "großbuchstaben aus": .upperOff,
            "groß": .capital,
            "kleinschreiben": .lower, "klein geschrieben": .lower,
            "kleinschreibung ein": .lowerOn, "kleinschreibung aus": .lowerOff,
            "liste beginnen": .listOn, "aufzählung beginnen": .listOn,
            "nummerierte liste beginnen": .numberedListOn, "nächster eintrag": .listItem,
            "liste beenden": .listOff, "aufzählung beenden": .listOff,
            "kein leerzeichen": .noSpace, "ohne leerzeichen": .noSpace,
            "leerzeichen aus": .noSpaceOn, "leerzeichen ein": .noSpaceOff,
            "camel case": .camelCase, "camelcase": .camelCase,
            "pascal case": .pascalCase, "pascalcase": .pascalCase,
            "snake case": .snakeCase, "snakecase": .snakeCase, "snake_case": .snakeCase,
            "kebab case": .kebabCase, "kebabcase": .kebabCase,
            "constant case": .constantCase, "screaming snake case": .constantCase,
            "end case": .caseOff, "ende case": .caseOff,
            "buchstabiere": .spell, "buchstabieren": .spell,
            "streich das": .scratch, "lösche das": .scratch, "lösch das": .scratch,
            "diktat beenden": .stop, "diktat stoppen": .stop,
            "diktat pausieren": .pause, "diktat unterbrechen": .pause,
            "zuhören beenden": .stop, "geh schlafen": .sleep,
            "rückgängig": .undo, "mach das rückgängig": .undo,
            "markiere das": .select, "wähle das aus": .select,
            "rohtext wiederherstellen": .restoreRaw,
            "eingabetaste": .pressEnter, "drücke enter": .pressEnter,
            "tabulatortaste": .pressTab, "drücke tab": .pressTab,
            "seitenumbruch": .pageBreak, "seitenumbruch einfügen": .pageBreak,
            "escapetaste": .pressEscape, "drücke escape": .pressEscape,
        ]
        language.edits = germanEdits.merging(germanRewrites) { $1 }
        language[.plain] = words(
            """
            der punkt, den punkt, dem punkt, dieser punkt, diesen punkt, diesem punkt, jeder punkt,
            jeden punkt, zum punkt, am punkt, springender punkt, wichtiger punkt, punkt für punkt,
            ersten punkt, erste punkt, nächsten punkt, nächste punkt, letzten punkt, letzte punkt,
            der bindestrich, der gedankenstrich, der schrägstrich, der unterstrich,
            der doppelpunkt, das komma ist, das komma war, das fragezeichen ist, die raute ist,
            der wunde punkt, wunder punkt, guter punkt, gute punkt, springende punkt,
            wichtigste punkt, entscheidende punkt, die neue zeile, die nächste zeile,
            das leerzeichen, die eingabetaste, die tabulatortaste, die escapetaste,
            die leertaste, ohne leerzeichen geht, ohne leerzeichen ist, die liste beenden,
            die liste beginnen, das aufzählungszeichen, das anführungszeichen, das copyrightzeichen,
            das eurozeichen, das dollarzeichen, das pfundzeichen, das gradzeichen, das prozentzeichen,
            das paragrafzeichen, das gleichheitszeichen, das pluszeichen, das malzeichen, das sternchen,
            das at zeichen, dem at zeichen, der klammeraffe, den klammeraffen, dem klammeraffen,
            das euro zeichen, dem euro zeichen
            """)
        let hours = words(
            "eins, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf")
        language[.plain] += hours.map { "punkt \($0) uhr" }
        // "groß" is a command only where it can't be an adverb or stand after a verb.
        let beforeLarge = words(
            """
            ist, sind, war, waren, wird, wurde, sei, sehr, so, zu, wie, ganz, ziemlich, nicht,
            ebenso, genauso, recht, riesig, gleich, meter, zentimeter, kilometer, hektar
            """)
        let afterLarge = words(
            """
            und, oder, aber, genug, wie, als, ist, sind, war, im, in, raus, werden, wird,
            geworden, schreiben, feiern, gefeiert, machen, gemacht, angelegt, angekündigt,
            herauskommen, rauskommen, daher, weiter, gemeint, geschrieben werden
            """)
        language[.plain] += beforeLarge.map { "\($0) groß" } + afterLarge.map { "groß \($0)" }
        language.classes = germanClasses
        language[.mentions] = words(
            """
            das wort, die wörter, die worte, den begriff, der begriff, den befehl, der befehl
            """)
        language[.reportingVerbs] = words(
            """
            sagte, sagt, fragte, fragt, rief, antwortete, erwiderte, flüsterte, schrie, meinte,
            entgegnete, ergänzte
            """)
        language[.questions] = germanQuestions
        language[.leadIns] = words("und, aber, oder, also, hallo, hey, ja, nein, na, bitte, dann")
        language[.unfinished] = words(
            """
            der, den, dem, des, ein, eine, einen, einem, einer, eines, mein, meine, meinen, dein,
            deine, und, oder, aber, mit, von, für, im, am, zum, zur, weil, dass, wenn, als
            """)
        language[.articles] = words(
            """
            der, die, den, dem, des, zum, zur, am, im, vom, beim,
            ein, einen, einem, eines, eine, einer, kein, keinen, keine, keinem, keiner, mein, meinen,
            meine, meinem, meiner, dein, deinen, deine, deinem, deiner, sein, seinen, seine, seinem,
            ihr, ihren, ihre, ihrem, unser, unseren, unsere, unserem, euer, eure, euren, jeder,
            jede, jedes, jeden, jedem, dieser, diese, dieses, diesen, diesem, welcher, welche,
            welches, welchen, welchem, jener, jenes, jenen
            """)
        language[.fillers] = words("äh, ähm, öh, öhm, hm, hmm, mhm, ähh, ehm")
        language[.noises] = words(
            "musik, applaus, lachen, lacht, husten, hustet, stille, geräusch, geräusche, rauschen")
        language[.repairs] = words(
            """
            nein warte, nein moment, nein halt, nein quatsch, nein falsch, nein sorry,
            nein entschuldigung, nein ich meine, nein ich meinte, warte nein, moment nein,
            halt nein, ach nein, ach quatsch, quatsch
            """)
        language[.vagueRepairs] = words("ich meine, ich meinte, entschuldigung, sorry")
        language[.pauseFillers] = words("weißt du, wissen sie, sozusagen, sag ich mal")
        language[.stutters] = words(
            """
            ich, du, er, es, wir, ihr, ein, eine, einen, und, mit, von, zu, im, in, auf, den, dem,
            des, wenn, dass, weil, aber, für, bei
            """)
        language[.wordLists] = ["/usr/share/dict/ngerman"]
        language[.names] =
            words(
                """
                Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonnabend, Sonntag,
                Januar, Jänner, Februar, März, April, Mai, Juni, Juli, August, September, Oktober,
                November, Dezember, Uhr, Euro, Cent, Dollar, Franken, Prozent, Million, Millionen,
                Milliarde, Milliarden, Kilometer, Meter, Zentimeter, Millimeter, Kilogramm, Kilo,
                Gramm, Liter, Grad, Tonnen, Stunde, Stunden, Minute, Minuten, Sekunde, Sekunden, Tag,
                Tage, Tagen, Woche, Wochen, Monat, Monate, Monaten, Jahr, Jahre, Jahren, Deutschland,
                Österreich, Schweiz, Europa, Berlin, Hamburg, München, Köln, Wien, Zürich, Frankreich,
                Italien, Spanien, England, Komma, Punkt, Fragezeichen, Klammeraffe, At-Zeichen, Und-Zeichen, Seite, Kapitel, Version, Herr,
                Frau, Herrn, Weihnachten, Ostern
                """) + germanNames + germanNounPhrases
        language.titles = ["doktor": "Dr.", "professor": "Prof."]
        language[.nameTitles] = ["herr", "herrn", "frau"]
        language[.titleArticles] = words(
            """
            der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, kein, keine, mein,
            meine, meinen, meinem, meiner, dein, deine, deinen, seine, seiner, ihre, unsere, eure,
            diese, dieser, diesen, jede, jeder, alte, alter, junge, junger
            """)
        language[.people] = germanPeople + germanTitledPeople
        language[.notNames] = germanNotNames
        language[.abbreviations] = words(
            """
            z.b, d.h, u.a, bzw, usw, ca, dr, prof, nr, str, vgl, evtl, ggf, inkl, zzgl, abs, art,
            tel, st
            """)
        language.spellings = [
            "w w w": "www", "h t t p": "http", "h t t p s": "https", "z b": "z. B.",
            "d h": "d. h.", "u s w": "usw.", "u s a": "USA", "e u": "EU", "u n": "UN",
            "u s b": "USB", "p d f": "PDF", "l k w": "Lkw", "p k w": "Pkw", "w lan": "WLAN",
            "t shirt": "T-Shirt", "t shirts": "T-Shirts", "e mail": "E-Mail",
            "e mails": "E-Mails", "c plus plus": "C++", "t v": "TV", "p c": "PC", "i t": "IT",
            "k i": "KI", "c d u": "CDU", "s p d": "SPD", "f d p": "FDP", "a f d": "AfD",
            "at zeichen": "At-Zeichen", "euro zeichen": "Euro-Zeichen",
            "u bahn": "U-Bahn", "s bahn": "S-Bahn", "g m b h": "GmbH", "a g b": "AGB",
            "zwei d": "2D", "drei d": "3D", "drei d drucker": "3D-Drucker", "vier k": "4K",
            "vier g": "4G", "fünf g": "5G", "fünf g netz": "5G-Netz", "a vier": "A4",
            "a vier papier": "A4-Papier", "din a vier": "DIN A4",
        ]
        language[.addressSigns] = ["at", "ät"]
        language[.addressDots] = ["punkt"]
        language[.notInAddresses] = words(
            """
            mich, uns, ihn, sie, ihm, ihr, euch, ist, sind, war, waren, hier, dort, an, bei, in,
            mit, ohne, statt, auf, nach, vor, zwischen, das, die, fehlt, steht, heißt, bedeutet, und,
            oder
            """)
        language.goesOnAfterSalutation = true
        language.shellSigns = [
            "minus": "-", "strich": "-", "bindestrich": "-", "minus minus": "--", "punkt": ".",
            "schrägstrich": "/", "slash": "/", "backslash": "\\", "tilde": "~", "stern": "*",
            "sternchen": "*", "pipe": "|", "at": "@", "klammeraffe": "@", "doppelpunkt": ":",
            "semikolon": ";", "gleich": "=", "unterstrich": "_", "plus": "+", "und und": "&&",
            "größer als": ">", "kleiner als": "<", "anführungszeichen": "\"", "dollar": "$",
            "raute": "#", "komma": ",", "leerzeichen": " ", "neue zeile": "", "neuer absatz": "",
        ]
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
        Mark(["anführungszeichen"], "„“", plain: "\"\"", .free, .toggledQuote),
        Mark(["einfaches anführungszeichen"], "‚‘", plain: "''", .free, .toggledQuote),
        Mark(["zitat"], "„", plain: "\"", .right, .pairedQuote),
        Mark(
            ["zitat ende", "zitatende", "ende zitat", "ende des zitats"], "“", plain: "\"", .left,
            .closingQuote),
        Mark(["umgekehrtes fragezeichen"], "¿", .right, .opening),
        Mark(["umgekehrtes ausrufezeichen"], "¡", .right, .opening),
        Mark(["bindestrich bindestrich", "minus minus"], "--", .right, .option),
        Mark(["leerzeichen bindestrich", "leerzeichen minus"], "-", .right, .option),
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
        Mark(["prozentzeichen", "prozent zeichen"], "%", .free),
        Mark(["eurozeichen", "euro zeichen"], "€", .free),
        Mark(["dollarzeichen", "dollar zeichen"], "$", .free),
        Mark(["pfundzeichen", "pfund zeichen"], "£", .free),
        Mark(["gradzeichen", "grad zeichen"], "°", .left),
        Mark(
            ["paragrafzeichen", "paragraphzeichen", "paragrafenzeichen", "paragraf zeichen"], "§",
            .free),
        Mark(["warenzeichen", "markenzeichen"], "™", .left),
        Mark(["eingetragenes warenzeichen"], "®", .left),
        Mark(["copyrightzeichen", "copyright zeichen"], "©", .free),
        Mark(["malzeichen"], "×", plain: "*", .free),
        Mark(["geteiltzeichen"], "÷", plain: "/", .free),
        Mark(["plusminuszeichen"], "±", plain: "+-", .free),
        Mark(["mittelpunkt zeichen"], "·", .both),
        Mark(["und-zeichen", "und zeichen", "kaufmännisches und"], "&", .free),
        Mark(["sternchen"], "*", .both, .emphasis),
        Mark(["pluszeichen"], "+", .free),
        Mark(["gleichheitszeichen"], "=", .free),
        Mark(["unterstrich"], "_", .both),
        Mark(["tilde"], "~", .right),
        Mark(["senkrechter strich"], "|", .free),
        Mark(["aufzählungszeichen", "aufzählungspunkt"], "•", .free, .item),
        Mark(["punkt de"], ".de", .left),
        Mark(["punkt com"], ".com", .left),
        Mark(["punkt org"], ".org", .left),
        Mark(["punkt net"], ".net", .left),
        Mark(["neue zeile", "nächste zeile", "eingabetaste"], "\n", .both, .lineBreak),
        Mark(["neuer absatz", "nächster absatz"], "\n\n", .both, .lineBreak),
        Mark(["tabulator"], "\t", .both),
        Mark(["leertaste", "leerzeichen"], " ", .both),
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

extension Language {
    static let germanNumbers: NumberWords = {
        var numbers = NumberWords()
        numbers.grammar = .german
        numbers.cardinals = [
            "null": 0, "eins": 1, "ein": 1, "eine": 1, "einen": 1, "einem": 1, "einer": 1,
            "zwei": 2, "zwo": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7,
            "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "dreizehn": 13,
            "vierzehn": 14, "fünfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18,
            "neunzehn": 19, "zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50,
            "sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90,
        ]
        // Stems without the endings of adjectives.
        numbers.ordinals = [
            "erst": 1, "zweit": 2, "dritt": 3, "viert": 4, "fünft": 5, "sechst": 6, "siebt": 7,
            "siebent": 7, "acht": 8, "neunt": 9, "zehnt": 10, "elft": 11, "zwölft": 12,
            "dreizehnt": 13, "vierzehnt": 14, "fünfzehnt": 15, "sechzehnt": 16,
            "siebzehnt": 17, "achtzehnt": 18, "neunzehnt": 19,
        ]
        numbers.scales = [
            "hundert": 100, "tausend": 1000, "million": 1_000_000, "millionen": 1_000_000,
            "milliarde": 1_000_000_000, "milliarden": 1_000_000_000,
            "billion": 1_000_000_000_000, "billionen": 1_000_000_000_000,
        ]
        numbers[.articles] = ["ein", "eine", "einen", "einem", "einer"]
        numbers[.and] = ["und"]
        numbers[.zeros] = ["null"]
        numbers[.decimal] = ["komma"]
        numbers[.negative] = ["minus"]
        numbers[.percent] = ["prozent"]
        numbers.currencies = [
            NumberWords.Currency(["euro", "euros"], "€", parts: ["cent", "cents"]),
            NumberWords.Currency(["dollar", "dollars"], "$", parts: ["cent", "cents"]),
            NumberWords.Currency(["franken"], "CHF", parts: ["rappen"]),
        ]
        numbers[.units] = words(
            """
            kilometer, kilometern, meter, metern, zentimeter, zentimetern, millimeter,
            kilogramm, kilo, gramm, tonnen, pfund, liter, litern, milliliter, grad, volt, watt,
            kilowatt, kilowattstunden, hertz, megahertz, gigahertz, byte, kilobyte, megabyte,
            gigabyte, terabyte, bit, pixel, millisekunden
            """)
        numbers[.numbered] = words(
            """
            seite, kapitel, abbildung, tabelle, abschnitt, version, band, zimmer, raum, nummer,
            gleis, flug, absatz, artikel, paragraf, paragraph, hausnummer, §,
            durchwahl, postfach, linie, lektion, note
            """)
        numbers[.numberedInTurn] = ["satz", "halbsatz", "zeile", "vers"]
        numbers[.scoreWords] = ["zu"]
        numbers.scoreMark = ":"
        numbers[.notBeforeScores] = words(
            """
            um, von, vom, ab, bis, gegen, nach, vor, seit, zwischen, mit, bei, in, zu
            """)
        numbers[.months] = words(
            """
            Januar, Jänner, Februar, März, April, Mai, Juni, Juli, August, September, Oktober,
            November, Dezember
            """)
        numbers.hour = ["uhr": "Uhr"]
        numbers[.plain] = words(
            """
            halb eins, halb zwei, halb drei, halb vier, halb fünf, halb sechs, halb sieben,
            halb acht, halb neun, halb zehn, halb elf, halb zwölf, viertel nach zehn,
            viertel nach elf, viertel nach zwölf, viertel vor zehn, viertel vor elf,
            viertel vor zwölf, dreiviertel zehn, dreiviertel elf, dreiviertel zwölf, ein paar,
            eins nach dem anderen, die ziffer
            """)
        numbers.fixed = [
            "vierundzwanzig sieben": "24/7", "eins eins null": "110", "eins eins zwei": "112",
        ]
        numbers.unitSymbols = ["grad celsius": "°C", "grad fahrenheit": "°F"]
        // The dot and the colon of DIN 1338.
        numbers.operators = ["plus": "+", "minus": "−", "mal": "·", "geteilt durch": ":"]
        numbers[.equals] = ["gleich", "ist gleich"]
        numbers[.plus] = ["plus"]
        numbers[.ranges] = ["bis", "oder"]
        numbers.rangesAfter = ["und": "zwischen"]
        numbers[.clockWords] = ["nach", "vor"]
        numbers[.datePrefixes] = words("am, vom, zum, bis, ab, seit, den")
        numbers[.weekdays] = words(
            """
            Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonnabend, Sonntag
            """)
        numbers[.dateArticles] = ["den", "dem", "der"]
        numbers[.dateRanges] = ["bis", "und", "oder"]
        numbers[.uncounted] = words(
            """
            und, oder, aber, sondern, denn, zu, zum, zur, in, im, an, am, auf, aus, bei, beim, für,
            gegen, mit, nach, von, vom, vor, seit, bis, ab, um, über, unter, durch, ohne, ist, war,
            sind, waren, hat, haben, hatte, wird, werden, wurde, kann, soll, muss, ich, du, er, sie,
            es, wir, ihr, man, der, die, das, den, dem, des, ein, eine, einen, einem, einer, wenn,
            weil, dass, als, wie, so, da, dort, hier, nicht, auch, nur, noch, schon, statt
            """)
        numbers[.streets] = ["straße", "strasse", "weg", "gasse", "allee", "platz"]
        numbers[.notStreets] = words(
            """
            straße, strasse, weg, gasse, allee, platz, hinweg, durchweg, vorweg, kurzweg, rundweg,
            schlechtweg, geradeweg
            """)
        numbers[.versions] = ["version"]
        numbers.rulers = [
            "heinrich": 8, "friedrich": 3, "wilhelm": 4, "ludwig": 18,
            "karl": 9, "otto": 4, "franz": 2, "joseph": 2, "leopold": 2,
            "maximilian": 3, "ferdinand": 3, "georg": 6, "elisabeth": 2,
            "katharina": 2, "nikolaus": 2, "alexander": 3, "napoleon": 3,
            "philipp": 6, "pius": 12, "benedikt": 16, "johannes paul": 2,
            "friedrich wilhelm": 4, "ramses": 11,
        ]
        numbers[.rulerTitles] = words("könig, königin, kaiser, kaiserin, papst, zar, zarin, sultan")
        numbers[.rulerArticles] = ["der", "die", "dem", "den", "des"]
        numbers[.numerals] = ["ziffer"]
        numbers[.romanNumerals] = ["römisch", "römische zahl", "römische ziffer"]
        numbers.decimalMark = ","
        numbers.groupMark = "."
        // Four digits are not grouped (Duden: Zahlen und Ziffern).
        numbers.groupFrom = 5
        numbers.symbolFirst = false
        // With a space (Duden: Prozentzeichen; DIN 5008).
        numbers.percentMark = " %"
        return numbers
    }()
}

extension Language {
    static let englishNumbers: NumberWords = {
        var numbers = NumberWords()
        numbers.grammar = .english
        numbers.cardinals = [
            "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
            "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
            "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
            "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
            "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
        ]
        numbers.ordinals = [
            "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
            "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11,
            "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
            "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
            "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60,
            "seventieth": 70, "eightieth": 80, "ninetieth": 90, "hundredth": 100,
            "thousandth": 1000, "millionth": 1_000_000,
        ]
        numbers.scales = [
            "hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000,
            "trillion": 1_000_000_000_000,
        ]
        numbers[.articles] = ["a"]
        numbers[.and] = ["and"]
        numbers[.zeros] = ["zero", "oh", "o", "nought"]
        numbers.repeats = ["double": 2, "triple": 3]
        numbers[.decimal] = ["point"]
        numbers[.negative] = ["minus", "negative"]
        numbers[.percent] = ["percent", "per cent"]
        numbers.currencies = [
            NumberWords.Currency(["dollar", "dollars"], "$", parts: ["cent", "cents"]),
            NumberWords.Currency(["euro", "euros"], "€", parts: ["cent", "cents"]),
            NumberWords.Currency(["yen"], "¥", parts: []),
            NumberWords.Currency(
                ["pound", "pounds"], "£", parts: ["penny", "pence"],
                weightWords: words(
                    """
                    of, lighter, heavier, overweight, underweight, weigh, weighs, weighed, lose,
                    loses, lost, gain, gains, gained, lift, lifts, lifted, ounce, ounces, per
                    """)),
        ]
        numbers[.units] = words(
            """
            kilometer, kilometers, kilometre, kilometres, meter, meters, metre, metres,
            centimeter, centimeters, centimetre, centimetres, millimeter, millimeters, mile, miles,
            inch, inches, feet, yards, kilogram, kilograms, kilo, kilos, gram, grams, milligram,
            milligrams, pounds, ounce, ounces, liter, liters, litre, litres, milliliter,
            milliliters, gallon, gallons, degrees, volt, volts, watt, watts, kilowatt, kilowatts,
            hertz, kilohertz, megahertz, gigahertz, byte, bytes, kilobyte, kilobytes, megabyte,
            megabytes, gigabyte, gigabytes, terabyte, terabytes, bits, pixels, milliseconds
            """)
        numbers[.numbered] = words(
            """
            page, pages, chapter, figure, table, section, version, volume, room, route, flight,
            gate, channel, exit, paragraph, appendix, highway, number, §, apartment, suite,
            extension, grade, article, clause, terminal, lesson, exercise, port
            """)
        numbers[.numberedInTurn] = ["verse", "scene", "line", "sentence"]
        numbers[.yearPrefixes] = words("in, since, until, till, during, year, before, after, by")
        numbers[.months] = words(
            """
            January, February, March, April, May, June, July, August, September, October,
            November, December
            """)
        numbers[.weekdays] = words(
            """
            Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday
            """)
        numbers[.dateRanges] = ["to", "through", "and", "or"]
        // Nouns only: “ten people drive” is no address.
        numbers[.streets] = ["street", "avenue", "road", "boulevard", "lane"]
        numbers[.notStreets] = words("way, minute, hour, day, week, year, man, foot, story, star")
        numbers[.streetBeginnings] = ["old", "new", "great", "little"]
        numbers[.of] = ["of"]
        numbers[.timePrefixes] = words("at, by, until, till, from, around, about, before, after")
        numbers.hour = ["o'clock": "o'clock", "o clock": "o'clock"]
        // Chicago Manual of Style 9.39.
        numbers.dayHalves = [
            "am": "a.m.", "a m": "a.m.", "a.m.": "a.m.", "a. m.": "a.m.",
            "pm": "p.m.", "p m": "p.m.", "p.m.": "p.m.", "p. m.": "p.m.",
        ]
        numbers[.plain] = words(
            """
            no one, one of, the one, this one, that one, which one, any one, every one, each one,
            one another, one day, one by one, at first, first of all, second to none, one thing,
            a second, this second, every second, one or two, two or three, one moment, seven eleven,
            plus or minus, one hundredth, one thousandth, one millionth
            """)
        numbers.fixed = [
            "nine one one": "911", "four one one": "411", "twenty four seven": "24/7",
            "fifty fifty": "50/50", "twenty twenty vision": "20/20 vision",
            "world war one": "World War I", "world war two": "World War II",
        ]
        for unit in ["meter", "metre", "yard"] {
            numbers.fixed["hundred \(unit) dash"] = "100 \(unit) dash"
        }
        numbers[.timed] = words(
            """
            clip, clips, ad, ads, pause, pauses, rule, timer, timeout, delay, video, videos, break,
            spot, spots, window, limit, countdown, recording, recordings, exposure, sprint, hold,
            plank, loop, intro, silence, snippet, commercial, trailer, interval, intervals, wait,
            burst, head, lead, gap, cooldown, buffer, sample, samples, call, shower, answer
            """)
        numbers[.ordered] = words(
            """
            floor, street, avenue, birthday, anniversary, century, chapter, amendment, time, day,
            week, month, year, edition, place, person, attempt, row, page, of, term, president,
            congress, division, regiment, infantry, precinct, district, season, episode
            """)
        numbers.decades = [
            "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60,
            "seventies": 70, "eighties": 80, "nineties": 90, "hundreds": 100,
        ]
        numbers.unitSymbols = [
            "degrees celsius": "°C", "degree celsius": "°C", "degrees centigrade": "°C",
            "degrees fahrenheit": "°F", "degree fahrenheit": "°F",
        ]
        numbers[.halves] = ["and a half"]
        numbers.operators = ["plus": "+", "minus": "−", "times": "×", "divided by": "÷"]
        numbers[.equals] = ["equals"]
        numbers[.plus] = ["plus"]
        numbers[.ranges] = ["to", "or"]
        numbers.rangesAfter = ["and": "between"]
        numbers[.clockParts] = ["half", "quarter"]
        numbers[.clockWords] = ["past"]
        numbers.clockWordsAfter = [
            "to": words("at, by, until, till, around, about, is, was, it's, quarter")
        ]
        numbers[.uncounted] = words(
            """
            and, or, but, to, in, on, at, by, for, from, with, was, is, were, are, has, had, will,
            we, i, he, she, they, it, you, the, a, an, when, where, which, that, as, so, because,
            after, before, until, when, there, this, our, my, his, her, their
            """)
        numbers.rulers = [
            "henry": 8, "edward": 8, "george": 6, "charles": 9, "william": 4,
            "richard": 3, "james": 7, "elizabeth": 2, "louis": 18,
            "napoleon": 3, "philip": 6, "frederick": 3, "ferdinand": 7,
            "alexander": 3, "catherine": 2, "nicholas": 2, "pius": 12,
            "benedict": 16, "gregory": 16, "innocent": 13, "john paul": 2,
            "ramses": 11, "ptolemy": 15,
        ]
        numbers[.rulerTitles] = words("king, queen, pope, emperor, empress, tsar, sultan, prince")
        numbers[.rulerArticles] = ["the"]
        numbers[.fractions] = [
            "half", "third", "quarter", "fourth", "fifth", "sixth", "eighth", "tenth",
        ]
        numbers[.pluralFractions] = [
            "thirds", "quarters", "fourths", "fifths", "sixths", "eighths", "tenths",
        ]
        numbers[.afterFractions] = words(
            """
            of the, of a, of an, of all, of it, of its, of them, of us, of my, of your, of his, of
            her, of our, of their, of this, of that, of these, of those, majority
            """)
        numbers[.dayHours] = ["hours"]
        numbers[.dayHourPrefixes] = ["at", "by", "until", "till"]
        numbers[.numerals] = ["numeral"]
        numbers[.romanNumerals] = ["roman numeral"]
        return numbers
    }()
}

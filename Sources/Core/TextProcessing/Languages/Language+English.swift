extension Language {
    /// American English; references are to the Chicago Manual of Style, 17th edition.
    public static let english: Language = {
        var language = Language(tag: "en")
        language.marks = englishMarks + emoji.map(\.english)
        language.commands = [
            "literal": .literal,
            "cap": .capital, "capital": .capital, "capitalize": .capital,
            "caps on": .capitalsOn, "cap on": .capitalsOn,
            "caps off": .capitalsOff, "cap off": .capitalsOff,
            "all caps": .upper, "all caps on": .upperOn, "all caps off": .upperOff,
            "no caps": .lower, "no caps on": .lowerOn, "no caps off": .lowerOff,
            "start list": .listOn, "start bulleted list": .listOn,
            "start numbered list": .numberedListOn, "next item": .listItem,
            "end list": .listOff, "exit list": .listOff,
            "no space": .noSpace, "no space on": .noSpaceOn, "no space off": .noSpaceOff,
            "camel case": .camelCase, "camelcase": .camelCase,
            "pascal case": .pascalCase, "pascalcase": .pascalCase,
            "snake case": .snakeCase, "snakecase": .snakeCase, "snake_case": .snakeCase,
            "kebab case": .kebabCase, "kebabcase": .kebabCase,
            "constant case": .constantCase, "screaming snake case": .constantCase,
            "end case": .caseOff,
            "spell": .spell,
            "scratch that": .scratch, "delete that": .scratch,
            "stop dictation": .stop, "stop dictating": .stop,
            "pause dictation": .pause, "pause dictating": .pause,
            "stop listening": .stop, "go to sleep": .sleep,
            "undo": .undo, "undo that": .undo,
            "select that": .select,
            "restore raw": .restoreRaw, "restore the raw text": .restoreRaw,
            "press enter": .pressEnter, "press return": .pressEnter, "press tab": .pressTab,
            "press escape": .pressEscape,
            "page break": .pageBreak, "insert page break": .pageBreak,
            "insert a page break": .pageBreak,
        ]
        language.edits = englishEdits.merging(englishRewrites) { $1 }
        language[.plain] = words(
            """
            period of, trial period, grace period, time period,
            waiting period, notice period, review period, reporting period, exam period,
            incubation period, cooling off period, billing period, settlement period,
            rental period, lunch period, warranty period, comment period, return period,
            transition period, blackout period, probation period, holiday period, class period,
            test period, rest period, gestation period, study period, payment period,
            training period, retention period, accounting period, tax period, pay period,
            recovery period, refund period, growth period, planting period, playing period,
            overtime period, reconstruction period, renaissance period, baroque period,
            ice age period, bronze age period, baseline period, observation period,
            dash to, dash back, dash out, dash into, dash home, dash across, dash away, dash around,
            colon cancer, dash of, dot matrix, dot product, tab key, new line of, new lines of,
            capital of, capital city, capital letter, capital letters, capital punishment,
            capital gains, capital investment, venture capital, working capital, human capital,
            raise capital, salary cap, bottle cap, price cap, market cap, baseball cap, ice cap,
            knee cap, spending cap, is no space, was no space, no space for, no space in,
            no space left, slash and burn, backslash key, slash key,
            press enter to, press return to, press tab to, press escape to, you press enter,
            you press tab, you press escape, press tab, press enter key, press tab key,
            press escape key, to stop listening, you stop listening, i stop listening, we stop listening,
            they stop listening, people stop listening, not stop listening, never stop listening,
            in that period, during that period, over that period,
            for that period, period drama, period piece, comma separated, dot the, dot your,
            dot com bubble, dot com boom, dot com company, dot com companies, slash the,
            slash our, slash their, slash prices, slash costs, to dash, dash off, hash browns,
            hash brown, hash it out, hash out, quote unquote, start list of, to start list,
            cap is, cap was, cap and, cap of, cap has, caps are, capital is, capital was,
            capital and, capital has, capital markets, capital market, capital stock,
            capital expenditure, capital flows, capitalize that, capitalize it, capitalize this,
            capitalize on, all caps is, all caps are, all caps and, no caps and, no caps or,
            smiley faces, a smiley,
            this at sign, that at sign
            """)
        language.classes = englishClasses
        language[.mentions] = words(
            """
            the word, the words, the phrase, the term, the command
            """)
        language[.reporters] = words("i, he, she, they, we, you, it")
        language[.reportingVerbs] = words(
            """
            said, says, asked, asks, replied, answered, cried, shouted, whispered, called, added,
            wondered, yelled, exclaimed, muttered
            """)
        language[.questions] = englishQuestions
        language[.leadIns] = words(
            """
            and, but, so, or, well, hey, hi, hello, okay, ok, please, then, dear
            """)
        language[.agreements] = words("so")
        language[.unfinished] = words(
            """
            the, a, an, of, to, and, or, but, with, for, from, in, on, at, by, my, your, his, our,
            their, its, because, if, than, into, i'm, we're, you're, they're
            """)
        language.stopsInQuotations = true
        language[.articles] = words(
            """
            a, an, the, my, your, our, their, its, his, her, whose, every, each, another, which,
            this, these, those, no, any, some
            """)
        language[.fillers] = words("um, umm, uh, uhh, uhm, er, erm, hmm, mhm, mm")
        language[.repairs] = words(
            """
            no wait, wait no, oh wait, no sorry, sorry no, no i mean, no i meant, sorry i mean,
            sorry i meant, actually no, no actually
            """)
        language[.vagueRepairs] = words("i mean, i meant, sorry")
        language[.pauseFillers] = words("you know, i mean, like")
        language[.stutters] = words(
            """
            the, a, an, i, we, you, he, she, they, it, my, your, our, of, to, for, from, with,
            this, but, if, when, what, i'm, it's, we're, there's
            """)
        language[.names] =
            words(
                """
                I, I'm, I'll, I'd, I've, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday,
                Sunday, Mondays, Tuesdays, Wednesdays, Thursdays, Fridays, Saturdays, Sundays,
                January, February, April, June, July, August, September, October, November, December,
                English, German, French, Spanish, Italian, Chinese, Japanese, Russian, American,
                British, European, Africa, America, Asia, Australia, Austria, Canada, China, England,
                Europe, France, Germany, India, Italy, Japan, London, Russia, Spain, Switzerland,
                Mr., Mrs., Ms., Dr., Christmas, Easter, Linux, Victorian, Edwardian,
                Elizabethan, Jurassic, Cretaceous, Triassic, Mars, Jupiter, Saturn, Uranus, Neptune
                """) + englishNames
        language.titles = [
            "mister": "Mr.", "missus": "Mrs.", "doctor": "Dr.", "professor": "Prof.",
            "captain": "Captain", "colonel": "Colonel", "sergeant": "Sergeant",
            "lieutenant": "Lieutenant", "president": "President", "senator": "Senator",
            "governor": "Governor", "queen": "Queen", "king": "King", "prince": "Prince",
            "princess": "Princess", "pope": "Pope", "uncle": "Uncle", "aunt": "Aunt",
            "sir": "Sir", "miss": "Miss",
        ]
        language[.nameTitles] = ["mister", "missus", "mr", "mrs", "ms", "dr"]
        language[.wordTitles] = ["sir", "miss"]
        language[.titleArticles] = words(
            """
            the, a, an, my, your, his, her, our, their, this, that, no, every, each, another, which
            """)
        language[.people] = englishPeople + englishTitledPeople
        language[.notNames] = englishNotNames
        language[.abbreviations] = words(
            """
            mr, mrs, ms, dr, prof, sr, jr, st, vs, etc, inc, ltd, co, dept, no, fig, vol, approx, esp, eg, ie, usu
            """)
        language.spellings = [
            "w w w": "www", "h t t p": "http", "h t t p s": "https", "e g": "e.g.", "i e": "i.e.",
            "a k a": "a.k.a.", "u s a": "USA", "u s": "US", "u k": "UK", "e u": "EU", "u n": "UN",
            "t v": "TV", "p c": "PC", "i d": "ID", "i t": "IT", "a i": "AI", "o k": "OK",
            "p s": "PS", "ph d": "PhD", "p h d": "PhD", "f a q": "FAQ",
            "u r l": "URL", "d j": "DJ", "v p": "VP", "h r": "HR", "p r": "PR", "q a": "QA",
            "u i": "UI", "u x": "UX", "d n a": "DNA", "p d f": "PDF", "u s b": "USB",
            "c e o": "CEO", "t shirt": "T-shirt", "t shirts": "T-shirts", "x ray": "X-ray",
            "x rays": "X-rays", "e mail": "email", "e mails": "emails", "wi fi": "Wi-Fi",
            "wifi": "Wi-Fi",
            "p o box": "PO Box", "c plus plus": "C++", "q and a": "Q&A", "r and d": "R&D",
            "r and b": "R&B",
            "b and b": "B&B", "two d": "2D", "three d": "3D", "four k": "4K", "five g": "5G",
            "four g": "4G", "a four paper": "A4 paper", "covid nineteen": "COVID-19",
            "covid": "COVID",
        ]
        language[.addressSigns] = ["at"]
        language[.addressDots] = ["dot"]
        language[.notInAddresses] = words(
            """
            look, looks, looked, looking, me, us, him, her, it, them, you, is, are, was, were, be,
            here, there, up, available, meet, meeting, mail, email, account, address, works,
            working, found, sale, signed, order, ordered, shop, buy, read, seen, without, between,
            this, that, means, called
            """)
        language.shellSigns = [
            "dash": "-", "minus": "-", "hyphen": "-", "dash dash": "--", "dot": ".", "period": ".",
            "slash": "/", "forward slash": "/", "backslash": "\\", "tilde": "~", "star": "*",
            "asterisk": "*", "pipe": "|", "vertical bar": "|", "at": "@", "at sign": "@",
            "colon": ":", "semicolon": ";", "equals": "=", "equal sign": "=", "equals sign": "=",
            "underscore": "_", "plus": "+", "and and": "&&", "double ampersand": "&&",
            "greater than": ">", "less than": "<", "quote": "\"", "double quote": "\"",
            "single quote": "'", "dollar": "$", "dollar sign": "$", "hash": "#", "comma": ",",
            "percent": "%", "caret": "^", "space": " ", "new line": "", "new paragraph": "",
        ]
        language.letters = englishLetters
        language.numbers = englishNumbers
        return language
    }()

    /// The items of a comma-separated list.
    static func words(_ list: String) -> [String] {
        list.split(separator: ",").map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    private static let englishMarks: [Mark] = [
        Mark(["comma"], ",", .left, .divider),
        Mark(["period", "full stop"], ".", .left, .stop),
        Mark(["question mark"], "?", .left, .stop),
        Mark(["exclamation mark", "exclamation point"], "!", .left, .stop),
        Mark(["colon"], ":", .left, .divider),
        Mark(["semicolon", "semi colon"], ";", .left, .divider),
        Mark(["dot"], ".", .both),
        Mark(["ellipsis", "dot dot dot"], "…", plain: "...", .left),
        Mark(["hyphen"], "-", .both),
        // An em dash has no space around it (6.85).
        Mark(["dash", "em dash"], "—", plain: "--", .both),
        Mark(["en dash"], "–", plain: "-", .both),
        Mark(
            ["open quote", "open quotes", "begin quote", "open quotation mark"], "“", plain: "\"",
            .right, .openingQuote),
        Mark(
            ["close quote", "close quotes", "end quote", "unquote", "close quotation mark"], "”",
            plain: "\"", .left, .closingQuote),
        Mark(["quote"], "“", plain: "\"", .right, .pairedQuote),
        Mark(["double quote"], "“”", plain: "\"\"", .free, .toggledQuote),
        Mark(["begin double quote"], "“", plain: "\"", .right, .openingQuote),
        Mark(["end double quote"], "”", plain: "\"", .left, .closingQuote),
        Mark(["single quote"], "‘’", plain: "''", .free, .toggledQuote),
        Mark(["inverted question mark"], "¿", .right, .opening),
        Mark(["inverted exclamation mark", "inverted exclamation point"], "¡", .right, .opening),
        Mark(["dash dash", "double dash"], "--", .right, .option),
        Mark(["space dash", "space hyphen"], "-", .right, .option),
        Mark(["open single quote", "begin single quote"], "‘", plain: "'", .right, .openingQuote),
        Mark(["close single quote", "end single quote"], "’", plain: "'", .left, .closingQuote),
        Mark(["apostrophe"], "'", .both),
        Mark(
            [
                "open parenthesis", "open parentheses", "open paren", "left parenthesis",
                "left paren", "open round bracket",
            ], "(", .right, .opening),
        Mark(
            [
                "close parenthesis", "close parentheses", "close paren", "right parenthesis",
                "right paren", "close round bracket",
            ], ")", .left, .closing),
        Mark(
            ["open bracket", "open square bracket", "left bracket"], "[", .right, .opening),
        Mark(
            ["close bracket", "close square bracket", "right bracket"], "]", .left, .closing),
        Mark(["open brace", "open curly bracket", "left brace"], "{", .right, .opening),
        Mark(["close brace", "close curly bracket", "right brace"], "}", .left, .closing),
        Mark(["less than sign"], "<", .free),
        Mark(["greater than sign"], ">", .free),
        Mark(["open angle bracket"], "<", .right, .opening),
        Mark(["close angle bracket"], ">", .left, .closing),
        Mark(["slash", "forward slash"], "/", .both),
        Mark(["backslash", "back slash"], "\\", .both),
        Mark(["at sign"], "@", .both),
        Mark(
            ["hash", "hash sign", "hashtag", "hash tag", "number sign", "pound sign"], "#",
            .right),
        Mark(["percent sign"], "%", .left),
        Mark(["dollar sign"], "$", .right),
        Mark(["euro sign"], "€", .right),
        Mark(["pound sterling sign"], "£", .right),
        Mark(["yen sign"], "¥", .right),
        Mark(["cent sign"], "¢", .left),
        Mark(["degree sign"], "°", .left),
        Mark(["ampersand", "and sign"], "&", .free),
        Mark(["asterisk"], "*", .free, .emphasis),
        Mark(["plus sign"], "+", .free),
        Mark(["minus sign"], "-", .free),
        Mark(["equals sign", "equal sign"], "=", .free),
        Mark(["underscore"], "_", .both),
        Mark(["tilde"], "~", .right),
        Mark(["caret"], "^", .both),
        Mark(["vertical bar", "pipe sign"], "|", .free),
        Mark(["backtick", "back tick"], "`", .both),
        Mark(["section sign"], "§", .free),
        Mark(["copyright sign"], "©", .free),
        Mark(["registered sign"], "®", .left),
        Mark(["trademark sign"], "™", .left),
        Mark(["multiplication sign"], "×", plain: "*", .free),
        Mark(["division sign"], "÷", plain: "/", .free),
        Mark(["plus minus sign"], "±", plain: "+-", .free),
        Mark(["middle dot"], "·", .both),
        Mark(["bullet point"], "•", .free, .item),
        Mark(["new line", "newline", "next line", "press enter"], "\n", .both, .lineBreak),
        Mark(["new paragraph", "next paragraph"], "\n\n", .both, .lineBreak),
        Mark(["tab", "tab character"], "\t", .both),
        Mark(["space bar"], " ", .both),
    ]

    private static let englishLetters: [String: String] = {
        var letters = nato
        for (name, letter) in [
            ("double u", "w"), ("zee", "z"), ("zed", "z"), ("zero", "0"), ("one", "1"),
            ("two", "2"), ("three", "3"), ("four", "4"), ("five", "5"), ("six", "6"),
            ("seven", "7"), ("eight", "8"), ("nine", "9"),
        ] {
            letters[name] = letter
        }
        return letters
    }()

    /// ICAO Annex 10, volume II, 5.2.1.3, with the spellings that recognisers use.
    static let nato = [
        "alpha": "a", "alfa": "a", "bravo": "b", "charlie": "c", "delta": "d", "echo": "e",
        "foxtrot": "f", "golf": "g", "hotel": "h", "india": "i", "juliet": "j", "juliett": "j",
        "kilo": "k", "lima": "l", "mike": "m", "november": "n", "oscar": "o", "papa": "p",
        "quebec": "q", "romeo": "r", "sierra": "s", "tango": "t", "uniform": "u", "victor": "v",
        "whiskey": "w", "whisky": "w", "x-ray": "x", "xray": "x", "yankee": "y", "zulu": "z",
    ]
}

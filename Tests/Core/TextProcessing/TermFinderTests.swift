import Testing
import TextProcessing

/// The names and terms that are found in documents.
@Suite struct TermFinderTests {
    /// A list of words, as one that is installed.
    private struct Words: WordList {
        let words: Set<String>

        func contains(_ word: String) -> Bool { words.contains(word) }
    }

    private static let spoken: Set<String> = [
        "the", "we", "met", "kowalczyk", "baker", "graph", "unfathomable", "cluster", "letter",
    ]

    private func found(
        _ document: String, spoken: Set<String> = spoken,
        written: [String] = ["baker", "graph", "Smith", "redis", "cluster"]
    ) -> [String] {
        let vocabulary = Vocabulary(.english, written: written, spoken: spoken)
        return TermFinder(vocabulary).terms(in: document).map(\.text)
    }

    private func germanFound(_ document: String, _ words: Set<String>) -> [String] {
        let vocabulary = Vocabulary(.german, list: Words(words: words))
        return TermFinder(vocabulary).terms(in: document).map(\.text)
    }

    @Test func namesOfATextAreFound() {
        // The more frequent one comes first; what is known needs no learning.
        let text = """
            We met Kowalczyk, and Smith. The Kubernetes cluster was down; "Kubernetes" is what they \
            say. We met Anna in London.
            """
        #expect(found(text) == ["Kubernetes", "Kowalczyk"])
    }

    @Test(arguments: [
        // A name that only begins a sentence is one if no dictionary has it.
        ("Saoirse met the baker. The letter.", ["Saoirse"]),
        ("Kowalczyk met the baker. The letter.", []),
        // A dictionary has rare words; a model the beginnings of words.
        ("The unfathomable letter. Unfathomable!", []),
        ("We met redis, the cluster of Redis.", ["Redis"]),
        // An ordinary word would change everywhere.
        ("We met Mr. Baker, the baker.", []),
        ("We met Mr. Baker.", []),
        // As it is written mostly.
        ("We met the nginx cluster. Nginx met nginx.", ["nginx"]),
        ("We met GraphQL, and GraphQL.", ["GraphQL"]),
        // “’s” is no part of a name, and the plural no other word.
        ("We met Saoirse’s baker, the Saoirses.", ["Saoirse"]),
        ("The Kaczmarek-Okonkwo letter.", ["Kaczmarek", "Okonkwo"]),
        // Nobody says these.
        ("We met foo_bar, https://grafana.example/Qwen, Qwen.swift, x@qwen.example, K8s, Ng.", []),
        ("We met it: see `Qwen()`, C3PO, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.", []),
        ("We met $QWEN, --qwen, /qwen, <qwen>, @qwen, #qwen.", []),
        // A heading, a list, an empty text.
        ("- Graph\n- Letter.\n\n* The Cluster:", []),
        ("", []), (" \n", []), ("?!", []),
    ])
    func onlyTermsAreFound(_ text: String, _ terms: [String]) {
        #expect(found(text) == terms)
    }

    /// Without a dictionary a capital is the only sign.
    @Test func withoutADictionaryNamesHaveACapital() {
        #expect(
            found("We met Saoirse, nginx and Thibault. Okonkwo met.", spoken: [], written: [])
                == ["Saoirse", "Thibault"])
    }

    @Test func aListHasAWordOnEachLine() {
        #expect(
            found("Kowalczyk\nthe baker\n  nginx \r\nGrafana Labs\nSmith\nunfathomable\n")
                == ["Grafana Labs", "Kowalczyk", "nginx"])
        #expect(found("Kowalczyk\nGrafana Labs\nGrafana\tLabs") == ["Grafana Labs", "Kowalczyk"])
        #expect(found("Saoirse") == ["Saoirse"])
        #expect(found("evil\u{1B}[2Jzzz\nfoo_barzzz\nQwen2\n").isEmpty)
    }

    @Test func anAddressBookHasNames() {
        let cards = """
            BEGIN:VCARD\r
            VERSION:3.0\r
            FN:Dr. Saoirse Baker\r
            N:Baker;Saoirse;;Dr.;Prof.Zzz\r
            item1.ORG;X="a:b":Okonkwo\\, Thibault & Co;Kubernetes Dep\r
             artmentt\r
            EMAIL:qwen@example.com\r
            NOTE:Meet Grafana\r
            END:VCARD\r
            BEGIN:VCARD\r
            VERSION:2.1\r
            FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg van der Szy=\r
            mon\r
            NICKNAME:Wojciech\r
            END:VCARD\r
            BEGIN:VCARD\r
            N:;;;;\r
            FN;ENCODING=QUOTED-PRINTABLE:Ren=E9 =ZZ\r
            END:VCARD\r

            """
        #expect(
            Set(found(cards)) == [
                "Saoirse", "Okonkwo", "Thibault", "Kubernetes", "Departmentt", "Jörg", "Szymon",
                "Wojciech", "René",
            ])
        #expect(found("\u{FEFF}begin:vcard\nn:Saoirse;x").contains("Saoirse"))
        #expect(found("BEGIN:VCARD") == [] && found("BEGIN:VCARD\nN\n:\n=\n ;") == [])
    }

    // MARK: German

    @Test func germanNounsAreNoNames() {
        let words: Set = ["Haus", "Bank", "Zeitung", "wir", "sehen", "das", "mit"]
        #expect(
            germanFound("Wir sehen das Haus mit Kowalczyk. Das Zeitungshaus, die Datenbank.", words)
                == ["Datenbank", "Kowalczyk"])
        #expect(germanFound("Haus\nOkonkwo\n", words) == ["Okonkwo"])
    }

    @Test func withoutGermanWordsATextTellsNothing() {
        let finder = TermFinder(Vocabulary(.german))
        let text = "Wir sehen das Haus mit Kowalczyk."
        #expect(finder.isTooLittleKnown(for: text))
        #expect(finder.terms(in: text).isEmpty)
        for document in ["Kowalczyk\nOkonkwo", "BEGIN:VCARD\nFN:Saoirse\nEND:VCARD"] {
            #expect(!finder.isTooLittleKnown(for: document))
            #expect(!finder.terms(in: document).isEmpty)
        }
    }
}

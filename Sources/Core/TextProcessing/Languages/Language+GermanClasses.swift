// German words by their part of speech, and how clear the names of marks and commands are.

extension Language {
    static let germanClasses: [WordClass: [String]] = {
        var classes: [WordClass: [String]] = [:]
        classes[.sense] = germanSense
        classes[.alternatives] = words(
            """
            heute morgen gestern vorgestern übermorgen,
            früh vormittag mittag nachmittag abend nacht mitternacht,
            morgens vormittags mittags nachmittags abends nachts,
            links rechts, norden süden osten westen,
            rot blau grün gelb schwarz weiß braun grau, rote blaue grüne gelbe schwarze weiße braune graue,
            roten blauen grünen gelben schwarzen weißen braunen grauen
            """)
        classes[.clear] = words(
            """
            fragezeichen, ausrufezeichen, ausrufungszeichen, rufzeichen, semikolon, strichpunkt,
            doppelpunkt, neuer absatz, nächster absatz, anführungszeichen auf,
            anführungszeichen unten, anführungsstriche unten, anführungszeichen öffnen,
            anführungszeichen zu, anführungszeichen oben, anführungsstriche oben,
            anführungszeichen schließen, zitat ende, zitatende, ende zitat, runde klammer auf,
            runde klammer zu, eckige klammer auf, eckige klammer zu, geschweifte klammer auf,
            geschweifte klammer zu, auslassungspunkte, streich das
            """)
        classes[.ambiguous] = words(
            """
            punkt, raute, tabulator, tilde, slash, leertaste, leerzeichen, eingabetaste, sternchen,
            alles groß, ende des zitats, großschreibung ein, kleinschreibung ein, liste beginnen,
            liste beenden, aufzählung beginnen, aufzählung beenden, nächster eintrag, hashtag,
            smiley, seitenumbruch
            """)
        classes[.notNouns] = words(
            """
            groß, großschreiben, groß geschrieben, kleinschreiben, klein geschrieben, alles groß,
            kein leerzeichen, ohne leerzeichen
            """)
        classes[.adjectives] = germanAdjectives
        classes[.degrees] = words("sehr, so, zu, ganz, ziemlich, recht, nicht, etwas, viel, noch")
        classes[.prepositions] = words(
            """
            mit, ohne, von, für, durch, gegen, um, bei, seit, zwischen, unter, nach, zu, statt,
            per, pro, trotz, wegen, während, und, oder, aber, als, wie, dass, weil, wenn, genannt
            """)
        classes[.particles] = words("in, im, an, am, auf, aus, ab, vor, über, hinter, neben, bis")
        classes[.subjects] = words("ich, du, er, sie, es, wir, ihr, man")
        classes[.ends] = words(
            """
            mich, dich, ihn, uns, euch, mir, dir, ihm, ihnen, es, hallo, ja, nein, danke, bitte,
            hier, dort, da, jetzt, dann, heute, morgen, gestern, schon, wieder, bald, später,
            zusammen, genug, auch, nicht, das, alles, nichts, etwas, jemand, niemand, montag,
            dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, januar, februar, märz,
            april, mai, juni, juli, august, september, oktober, november, dezember, euro, prozent,
            uhr, tschüss, grüße, erstens, zweitens, drittens
            """)
        classes[.pronounArticles] = ["das"]
        classes[.auxiliaries] = words(
            """
            ist, sind, war, waren, bin, bist, hat, habe, haben, hatte, hatten, wird, werden, wurde,
            wurden, kann, können, konnte, könnte, muss, müssen, musste, soll, sollen, sollte, will,
            wollen, wollte, darf, dürfen, durfte, mag, möchte, würde
            """)
        classes[.finiteVerbs] =
            classes[.auxiliaries]!
            + words(
                """
                bleibt, blieb, liegt, lag, steht, stand, geht, ging, kommt, kam, macht, machte,
                gibt, gab, fehlt, fehlte, gefällt, gefiel, stört, störte, zählt, zählte, trennt,
                springt, sitzt, saß, klemmt, klebt, wirkt, wirkte, beginnt, begann, endet, endete,
                gehört, gehörte, heißt, hieß, stammt, folgt, folgte, betrifft, betraf, meinst,
                verstehe, steckt, bedeutet, bedeutete, zeigt, zeigte, passt, passte, reicht,
                reichte, hilft, half, braucht, brauchte, rührt, kündigt, lockert, handelt, lautet,
                getroffen, überwunden, gerundet, vertagt, enthalten
                """)
        classes[.verbs] =
            classes[.finiteVerbs]!
            + words(
                """
                gehe, gehen, gehst, komme, kommen, kommst, mache, machen, machst, gebe, geben,
                sage, sagen, sagt, sagte, sehe, sehen, sieht, sah, weiß, wissen, wusste, finde,
                finden, findet, fand, nehme, nehmen, nimmt, nahm, bringe, bringen, bringt, brachte,
                denke, denken, denkt, dachte, glaube, glauben, glaubt, lese, lesen, liest, las,
                schreibe, schreiben, schreibt, schrieb, schick, schicke, schicken, spreche,
                sprechen, spricht, sprach, arbeite, arbeiten, arbeitet, brauche, brauchen, kaufe,
                kaufen, kauft, fahre, fahren, fährt, fuhr, warte, warten, wartet, hoffe, hoffen,
                freue, freuen, bedanke, bedanken, kenne, kennen, kennt, heiße, gekommen, gegangen,
                gemacht, gesagt, gesehen, geschrieben, fertig, ist's, gibt's, regnet, schneit,
                stimmt, klappt, läuft, lief, treffen, trifft, traf, treffe, melde, melden, rufe
                """)
        classes[.linkingVerbs] = words(
            """
            ist, sind, war, waren, bin, bist, wird, werden, wurde, wurden, bleibt, blieb, scheint,
            wirkt, heißt, sei, wäre, ists
            """)
        classes[.naming] = words(
            """
            drück, drücke, drücken, drückt, tippe, tippen, tippt, benutze, benutzen, setze, setzen,
            setzt, füge, ersetze, entferne, streiche, schreibe, nennen, nennt, mal, mach, ein paar,
            paar
            """)
        classes[.compounds] = words("taste, tasten, zeichen")
        classes[.conjunctions] = words("und, oder")
        classes[.afterNouns] = words("des, von, vom")
        classes[.requests] = words("bitte, danke")
        classes[.starters] = words(
            """
            ich, du, er, sie, es, wir, ihr, man, der, die, das, ein, eine, mein, meine, dein,
            deine, unser, unsere, was, wer, wo, wann, wie, warum, wenn, dass, weil, aber, dann,
            bitte, danke, hallo, liebe, lieber, leider, vielleicht, deshalb, trotzdem, jetzt,
            heute, morgen, hier, dort, da, ja, nein, alle, niemand, jemand, denn, sondern, obwohl
            """)
        classes[.subordinators] = words(
            """
            wenn, falls, sobald, bevor, nachdem, während, weil, da, obwohl, bis, als, dann, jetzt,
            danach, zuerst, schließlich, so, zum, für, in, im, auf, am, an, mit, bei, bitte, und,
            oder, aber, sonst
            """)
        classes[.beforeLetters] = words("buchstabe, buchstaben")
        return classes
    }()

    /// Adjectives with their endings.
    private static let germanAdjectives: [String] = {
        let stems = words(
            """
            gut, groß, klein, neu, alt, lang, kurz, hoh, wichtig, richtig, falsch, erst, zweit,
            dritt, viert, fünft, letzt, nächst, ander, einzig, ganz, halb, rot, blau, grün, gelb,
            schwarz, weiß, grau, braun, dunkl, hell, schön, schlecht, schwach, stark, tief, weit,
            breit, schmal, dick, dünn, schwer, leicht, früh, spät, schnell, langsam, jung, frei,
            fest, offen, geschlossen, fehlend, vergessen, überflüssig, zusätzlich, weiter, best,
            größt, kleinst, höchst, tiefst, kürzest, längst, wichtigst, schönst, teuerst, kritisch,
            entscheidend, springend, wund, tot, gewiss, bestimmt, besonder, gemeinsam, eigen,
            fremd, bekannt, unbekannt, deutsch, englisch, spanisch, französisch, einfach, doppelt,
            dreifach, rund, spitz, eckig, zentral, sensibl, heikl, strittig, offiziell, persönlich,
            politisch, wirtschaftlich, technisch, rechtlich, aktuell, ehemalig, täglich, jährlich,
            link, recht, ober, unter, vorder, hinter, mittler, inner, äußer, umgekehrt, stumm,
            still, laut, leis, warm, kalt, heiß, kühl, nass, trocken, voll, leer, sauber,
            schmutzig, billig, arm, reich, krank, gesund, müd, wach, fröhlich, traurig, ernst,
            lustig, interessant, langweilig, gefährlich, sicher, unsicher, möglich, unmöglich,
            nötig, unnötig, beliebt, berühmt, beid, all, solch, manch, viel, wenig, mehrer, einig
            """)
        return stems.flatMap { stem in
            ["e", "en", "er", "es", "em"].map { stem + $0 }
        }
    }()
}

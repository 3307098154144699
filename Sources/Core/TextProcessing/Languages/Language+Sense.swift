// Words whose change turns the sense of a sentence round. An entry has the forms of one word.

extension Language {
    static let englishSense =
        words(
            """
            not don't doesn't didn't can't cannot couldn't won't wouldn't shan't shouldn't mustn't
            mightn't needn't isn't aren't wasn't weren't haven't hasn't hadn't ain't,
            no, nope, none, nobody, nothing, nowhere, never, neither, nor, without, unless, hardly,
            barely, scarcely, seldom, rarely, often, always, sometimes, yes, yeah, maybe, perhaps,
            everybody everyone, somebody someone, anybody anyone, everything, something, anything,
            all, each, both, half, twice, double, single, only, except, instead, almost,
            dozen, hundred hundreds, thousand thousands, million millions, billion billions,
            today, tomorrow, yesterday, tonight, morning, noon, afternoon, evening, midnight,
            ago, before, after, until, since, during,
            north, south, east, west, left, right, up, down, above, below, under, inside,
            outside, out, on, off, against, more, less, most, least, fewer, many, few, much, little,
            enough,
            increase increases increased increasing, decrease decreases decreased decreasing,
            raise raises raised raising, lower lowers lowered lowering,
            rise rises rose risen rising, fall falls fell fallen falling,
            accept accepts accepted accepting, refuse refuses refused refusing,
            reject rejects rejected rejecting, agree agrees agreed agreeing,
            disagree disagrees disagreed disagreeing, approve approves approved approving,
            allow allows allowed allowing, permit permits permitted permitting,
            forbid forbids forbade forbidden, prohibit prohibits prohibited,
            deny denies denied denying, confirm confirms confirmed confirming,
            cancel cancels canceled cancelled canceling cancelling,
            open opens opened opening, close closes closed closing,
            start starts started starting, stop stops stopped stopping,
            begin begins began begun beginning, end ends ended ending,
            add adds added adding, remove removes removed removing,
            delete deletes deleted deleting, keep keeps kept keeping,
            buy buys bought buying, sell sells sold selling, lend lends lent, borrow borrows borrowed,
            win wins won winning, lose loses lost losing,
            pass passes passed passing, fail fails failed failing,
            include includes included including, exclude excludes excluded excluding,
            enable enables enabled, disable disables disabled,
            connect connects connected, disconnect disconnects disconnected,
            lock locks locked, unlock unlocks unlocked,
            push pushes pushed, pull pulls pulled, send sends sent, receive receives received,
            give gives gave given, take takes took taken, come comes came, go goes went gone,
            love loves loved, hate hates hated, like likes liked, dislike dislikes disliked,
            remember remembers remembered, forget forgets forgot forgotten,
            true, false, right, wrong, correct, incorrect, good, bad, better, worse, best, worst,
            high higher highest, low lowest, big bigger biggest, small smaller smallest,
            large larger largest, long longer longest, short shorter shortest,
            early earlier earliest, late later latest, first, last, next, previous, old older oldest,
            new newer newest, young younger youngest, hot hotter, cold colder, warm warmer,
            fast faster, slow slower, easy easier, difficult, hard harder, light lighter,
            heavy heavier, full, empty, rich richer, poor poorer, strong stronger, weak weaker,
            safe safer, dangerous, happy, sad, alive, dead, male, female, he, she, his, her, him,
            possible, impossible, legal, illegal, positive, negative, plus, minus,
            minimum, maximum, present, absent, innocent, guilty, buyer, seller, friend, enemy
            """)

    static let germanSense =
        words(
            """
            nicht, kein keine keinen keinem keiner keines, nein, nie niemals, niemand niemanden niemandem,
            nichts, nirgends, weder, ohne, kaum, selten, oft, immer, manchmal, ja, doch, vielleicht,
            jemand, etwas, alle alles allen aller, jeder jede jedes jeden jedem, beide beiden, halb halbe
            halben halber halbes, doppelt, zweimal, nur, außer, statt, fast, dutzend, hundert, tausend,
            million millionen, milliarde milliarden, heute, morgen, gestern, vorgestern, übermorgen,
            mittag, nachmittag, abend, mitternacht, vor, nach, bis, seit, während, norden, süden, osten,
            westen, links, rechts, oben, unten, über, unter, innen, außen, aus, gegen, mehr, weniger, meisten, wenigsten, viel viele vielen, wenig wenige wenigen, genug,
            erhöhe erhöhen erhöht erhöhte erhöhten, senke senken senkt senkte gesenkt,
            steigere steigern steigert steigerte gesteigert, verringere verringern verringert verringerte,
            steigen steigt stieg gestiegen, fallen fällt fiel gefallen, sinken sinkt sank gesunken,
            annehmen angenommen nehme nimm nimmt nahm, ablehnen abgelehnt lehne lehnt lehnte,
            zustimmen zugestimmt stimme stimmt, erlauben erlaubt erlaubte, verbieten verbietet verbot verboten,
            bestätigen bestätigt bestätigte, absagen abgesagt sage, öffnen öffnet öffnete geöffnet,
            schließen schließt schloss geschlossen, beginnen beginnt begann begonnen, enden endet endete,
            starten startet startete gestartet, stoppen stoppt stoppte gestoppt,
            löschen löscht löschte gelöscht lösche, behalten behält behielt,
            kaufen kauft kaufte gekauft kaufe, verkaufen verkauft verkaufte verkaufe,
            gewinnen gewinnt gewann gewonnen, verlieren verliert verlor verloren,
            kommen kommt kam gekommen komme, gehen geht ging gegangen gehe,
            wahr, falsch falsche falschen, richtig richtige richtigen, gut gute guten, schlecht schlechte
            schlechten, besser bessere besseren, schlechter, hoch hohe hohen höher, niedrig niedrige niedrigen
            niedriger, groß große großen größer größere, klein kleine kleinen kleiner kleinere,
            lang lange langen länger, kurz kurze kurzen kürzer, früh frühe frühen früher, spät späte späten
            später, erste ersten erster erstes, letzte letzten letzter letztes, nächste nächsten nächster
            nächstes, vorige vorigen, alt alte alten älter, neu neue neuen neues neuer, warm warme warmen,
            kalt kalte kalten, schnell schnelle schneller, langsam langsame langsamer, leicht leichte leichter,
            schwer schwere schwerer, voll volle vollen, leer leere leeren, möglich, unmöglich, plus, minus
            """)
}

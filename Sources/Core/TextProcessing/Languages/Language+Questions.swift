// How questions begin.

extension Language {
    static let englishQuestions: [String] = {
        let verbs = words(
            """
            is, are, was, were, am, can, could, will, would, should, shall, may, does, did, has,
            isn't, aren't, wasn't, weren't, can't, couldn't, won't, wouldn't, shouldn't, doesn't,
            didn't, hasn't, haven't, don't
            """)
        let subjects = words(
            """
            i, you, he, she, it, we, they, there, this, that, these, those, anyone, anybody,
            someone, everyone, everybody, the, my, your, his, her, our, their
            """)
        let askers = words("what, who, where, when, why, how, whose, whom")
        let verbsAfterAskers = words(
            """
            is, are, was, were, am, can, could, will, would, should, shall, do, does, did, has,
            have, had, isn't, aren't, don't, doesn't, didn't, can't, won't
            """)
        return pairs(verbs, subjects) + pairs(["do", "have"], words("i, you, we, they"))
            + pairs(askers, verbsAfterAskers)
            + words(
                """
                what's, who's, where's, when's, how's, why's, how much, how many, how long,
                how far, how often, how old, how big, how come, how about, what about, what time,
                what kind, what sort, what else, what if, why not, which one, which of, any idea,
                any news
                """)
    }()

    static let germanQuestions: [String] = {
        let verbs = words(
            """
            ist, sind, war, waren, hat, habe, haben, hast, habt, kann, kannst, können, könnt,
            könnte, könntest, könnten, wird, wirst, will, willst, wollen, soll, sollst, sollen,
            sollte, sollten, muss, musst, müssen, darf, darfst, dürfen, möchtest, möchten, geht,
            gibt, kommt, kommst, gehst, machst, weißt, siehst, brauchst, bist, seid
            """)
        let subjects = words(
            """
            ich, du, er, sie, es, wir, ihr, das, dies, der, die, man, jemand, mein, meine, dein,
            deine, euer, eure, unser, unsere
            """)
        let askers = words("was, wer, wen, wem, wo, wohin, woher, wann, wie")
        let others = words(
            """
            heißt, heißen, bedeutet, kostet, kosten, liegt, steht, findet, passiert, machen,
            kommen, gehen, werden, macht, war, lange, viel, viele, oft, spät, weit, alt, teuer
            """)
        return pairs(verbs, subjects) + pairs(askers, verbs + others)
            + words("warum, wieso, weshalb, welche, welcher, welches, welchen")
    }()

    private static func pairs(_ first: [String], _ second: [String]) -> [String] {
        first.flatMap { word in second.map { "\(word) \($0)" } }
    }
}

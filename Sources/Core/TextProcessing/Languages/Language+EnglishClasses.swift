// Words by their part of speech, and how clear the names of marks and commands are.
//
// The adjectives and verbs are chosen from WordNet 3.0 (Debian's package wordnet-base):
//
// WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved.
//
// This software and database is being provided to you, the LICENSEE, by Princeton University under
// the following license. By obtaining, using and/or copying this software and database, you agree
// that you have read, understood, and will comply with these terms and conditions.: Permission to
// use, copy, modify and distribute this software and database and its documentation for any purpose
// and without fee or royalty is hereby granted, provided that you agree to comply with the following
// copyright notice and statements, including the disclaimer, and that the same appear on ALL copies
// of the software, database and documentation, including modifications that you make for internal
// use or for distribution. THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY
// MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. BY WAY OF EXAMPLE, BUT NOT LIMITATION,
// PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF MERCHANTABILITY OR FITNESS FOR ANY
// PARTICULAR PURPOSE OR THAT THE USE OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION WILL NOT
// INFRINGE ANY THIRD PARTY PATENTS, COPYRIGHTS, TRADEMARKS OR OTHER RIGHTS. The name of Princeton
// University or Princeton may not be used in advertising or publicity pertaining to distribution of
// the software and/or database. Title to copyright in this software, database and any associated
// documentation shall at all times remain with Princeton University and LICENSEE agrees to preserve
// same.

extension Language {
    static let englishClasses: [WordClass: [String]] = {
        var classes: [WordClass: [String]] = [:]
        classes[.sense] = englishSense
        classes[.alternatives] = words(
            """
            today tomorrow yesterday tonight, morning noon afternoon evening night midnight,
            left right, north south east west, small medium large,
            red blue green yellow black white brown orange purple pink gray grey
            """)
        classes[.clear] = words(
            """
            semicolon, semi colon, question mark, exclamation mark, exclamation point, ellipsis,
            dot dot dot, new paragraph, next paragraph, open quote, open quotes, begin quote,
            open quotation mark, close quote, close quotes, end quote, unquote,
            close quotation mark, open parenthesis, open parentheses, open paren,
            left parenthesis, left paren, open round bracket, close parenthesis,
            close parentheses, close paren, right parenthesis, right paren, close round bracket,
            scratch that
            """)
        classes[.ambiguous] = words(
            """
            period, full stop, dash, dot, tab, hash, slash, space bar, asterisk, press enter,
            cap, caps on, caps off, cap on, cap off, capital, capitalize, all caps, no caps,
            all caps on, no caps on, no space on, start list, start bulleted list,
            start numbered list, next item, end list, exit list, page break
            """)
        classes[.verbal] = words(
            "dash, cap, capitalize, tab, slash, hash, underscore, dot, quote, caret")
        classes[.adjectives] = englishAdjectives
        classes[.prepositions] = words(
            """
            of, for, with, without, from, to, at, into, during, between, under, about, than,
            against, among, beside, beyond, despite, except, onto, per, toward, towards, until,
            upon, versus, via, within, called, named, as, and, or, nor, but, because, if
            """)
        classes[.subjects] = words("i, you, he, she, it, we, they, there")
        classes[.pronounArticles] = ["that"]
        classes[.causing] = words(
            "let, lets, help, helps, make, makes, made, watch, watched, see, saw, had, heard")
        classes[.beforeLetters] = words("letter, letters, every, an, vowel, lowercase")
        classes[.beforeVerbs] = words(
            """
            i, you, we, they, who, i'd, you'd, we'd, they'd,
            to, can, could, will, would, shall, should, may, might, must, cannot, can't, couldn't,
            won't, wouldn't, shouldn't, do, don't, does, doesn't, did, didn't, let, let's, please,
            never, always, not, i'll, you'll, we'll, they'll, he'll, she'll, it'll, gonna, wanna,
            just, also, often, sometimes, rarely, usually, only, really, then, and, or, quickly,
            finally, simply, suddenly, help
            """)
        classes[.ends] = words(
            """
            it, you, me, him, us, them, mine, yours, hers, ours, theirs, myself, yourself, himself,
            herself, itself, ourselves, themselves, something, anything, nothing, everything,
            someone, anyone, everyone, somebody, anybody, nobody, everybody, hello, hi, hey, yes,
            no, okay, ok, thanks, sorry, goodbye, bye, cheers, here, there, now, then, today,
            tomorrow, yesterday, tonight, again, already, soon, later, too, together, well, away,
            instead, anyway, ago, yet, either, enough, please, pm, p.m., a.m., this, these, those, march, monday, tuesday,
            wednesday, thursday, friday, saturday, sunday, january, february, april, june, july, august,
            september, october, november, december, dollars, euros, cents, percent
            """)
        classes[.auxiliaries] = words(
            """
            is, are, was, were, am, has, have, had, does, did, can, could, will, would, shall,
            should, may, might, must, isn't, aren't, wasn't, weren't, hasn't, hadn't, doesn't,
            didn't, can't, couldn't, won't, wouldn't, shouldn't
            """)
        classes[.finiteVerbs] =
            classes[.auxiliaries]! + inflected(englishVerbs)
            + words(
                """
                said, made, saw, knew, came, gave, took, got, found, went, thought, told, became,
                felt, began, left, heard, held, kept, stood, wrote, meant, ran, met, led, grew,
                paid, lay, sat, spoke, lost, fought, sent, built, spent, drove, fell, won, rose,
                drew, wore, chose, bought, threw, sold, broke, caught, forgot, taught, bore, shook,
                struck, ate, hung, slept, flew, beat, dropped, stopped, planned
                """)
        classes[.verbs] =
            englishVerbs + classes[.finiteVerbs]!
            + words(
                """
                i'm, it's, that's, he's, she's, we're, you're, they're, i've, we've, you've,
                they've, there's, what's, who's, type, done, gone, seen, known, given, taken, written
                """)
        classes[.linkingVerbs] = words(
            """
            is, are, was, were, am, be, been, being, isn't, aren't, wasn't, weren't, i'm, it's,
            that's, he's, she's, we're, you're, they're, feel, feels, felt, look, looks, looked,
            seem, seems, seemed, sound, sounds, sounded, get, gets, got, become, becomes, became,
            stay, stays, stayed, go, goes, went, turn, turned, make, makes, made
            """)
        classes[.degrees] = words(
            "very, so, too, really, quite, not, pretty, rather, almost, more, most, less, still, all"
        )
        classes[.particles] = words(
            """
            in, on, up, off, out, over, down, through, around, back, by, after, before, along,
            across, home, it, them, him, her, me, us
            """)
        classes[.conjunctions] = ["and", "or", "nor", "versus"]
        classes[.requests] = ["please", "thanks", "thank"]
        classes[.afterNouns] = ["of"]
        classes[.afterThose] = ["course"]
        classes[.plural] = ["s"]
        classes[.notPlural] = ["ss", "us", "is", "'s"]
        classes[.naming] = words(
            """
            use, uses, used, using, hit, hits, hitting, press, pressed, presses, pressing, type,
            types, typed, typing, add, adds, added, adding, insert, inserts, inserted, remove,
            removed, removing, delete, deleted, deleting, missing, opened, opens, opening, close,
            closes, closed, click, clicked, clicking, say, says, saying, whole, current, browser
            """)
        classes[.compounds] = words(
            """
            key, keys, button, buttons, character, characters, symbol, symbols, sign, signs,
            mark, marks, separated, delimited, splice, splices, operator, operators, drama,
            dramas, piece, pieces, costume, costumes, furniture, film, films, novel, novels,
            table, tables, function, functions, value, values, code, codes, map,
            maps, cam, cams, board, boards, line, lines, oil, screening, test, tests, cancer, polyp, polyps, surgery, stickers, emojis,
            error, errors, marked, page, pages, style, styles, rule, rules, usage, house,
            instruments, tracker, pain, pains
            """)
        classes[.starters] = words(
            """
            i, you, he, she, it, we, they, the, this, that, these, those, my, your, his, her, our,
            their, there, here, what, when, where, why, how, who, if, but, so, then, please,
            thanks, thank, i'm, i'll, i've, it's, we're, we'll, you're, they're, that's, there's,
            let's, don't, not, perhaps, maybe, however, although, because, hello, dear, yes, no,
            a, an, all, everyone, nobody, somebody
            """)
        classes[.subordinators] = words(
            """
            if, when, whenever, after, before, once, unless, until, while, since, because,
            although, though, where, wherever, as, then, now, next, later, first, finally, so,
            to, for, in, on, at, with, by, during, please, and, or, but, otherwise, afterwards
            """)
        return classes
    }()

    /// The most frequent adjectives of WordNet 3.0 by its counts of tagged senses, without those
    /// that are rarely said before a noun, and others that stand before names of marks.
    static let englishAdjectives = words(
        """
        such, new, many, more, most, high, great, little, good, own, same, small, old, long, certain, possible,
        important, large, several, different, big, next, last, early, local, whole, young, low,
        better, dark, true, best, social, general, available, strong, various, major, full,
        necessary, real, dead, national, human, hard, few, clear, another, religious, normal,
        white, first, second, third, fourth, fifth, simple, single, short, tall, blue, public,
        modern, economic, common, red, easy, basic, special, similar, particular, difficult, wide,
        strange, political, likely, deep, hot, fine, heavy, bad, total, final, effective, latter,
        free, following, poor, military, larger, loud, gray, grey, dominant, recent, cold, federal,
        entire, happy, serious, personal, late, impossible, greater, natural, former, additional,
        specific, private, physical, wrong, wild, thin, successful, sharp, proper, southern,
        northern, eastern, western, previous, thick, technical, essential, warm, brown, soft,
        regular, maximum, minimum, empty, independent, foreign, distant, actual, professional,
        obvious, medical, equal, broad, active, sudden, solid, smaller, main, busy, bitter,
        appropriate, upper, significant, ordinary, bright, usual, quick, primary, mad, limited,
        vast, sufficient, reasonable, popular, pale, original, moral, fresh, domestic, cool,
        yellow, green, black, purple, orange, pink, golden, silver, tremendous, rich, quiet,
        positive, negative, nice, central, typical, silent, historical, emotional, complex,
        visual, vague, slow, literary, international, interesting, industrial, curious, beautiful,
        unusual, traditional, safe, relative, mere, inner, outer, detailed, sweet, rural, familiar,
        distinct, brilliant, scientific, opposite, minimal, fixed, closed, existing, commercial,
        wet, dry, valuable, useful, ultimate, substantial, pure, practical, powerful, occasional,
        huge, growing, extreme, dangerous, critical, constant, academic, unique, suburban,
        prominent, prior, organic, narrow, immediate, financial, fair, careful, annual, adequate,
        weak, universal, superior, rough, rapid, legal, initial, identical, flat, famous,
        extensive, tough, slight, sensitive, intense, cultural, continuous, chief, blind, tiny,
        nuclear, healthy, dull, convenient, comfortable, calm, brief, residential, regional,
        older, newer, numerous, mysterious, lost, honest, fundamental, formal, dramatic,
        conventional, broken, angry, unknown, suitable, smooth, precise, perfect, overall, odd,
        isolated, excellent, enormous, wooden, visible, tight, secret, mixed, mental, extra,
        electrical, electric, creative, contemporary, advanced, absolute, worse, severe, required,
        remarkable, plain, peculiar, highest, lowest, faint, exact, dirty, delicate, crazy,
        fiscal, medieval, colonial, victorian, jurassic, cretaceous, edwardian, georgian, postwar,
        ancient, stray, double, trailing, leading, middle, lower, left, right, wee, busiest,
        quietest, coldest, hottest, longest, shortest, only, very, ascending, descending, oxford,
        serial, polka, agreed, inverted, decimal, missing, forgotten, optional, unexpected, extended,
        inline, nested, escaped, hundred, thousand, salary, market, swimming, shower, ice,
        baseball, bottle, price, spending, golf, polar, knee, lens, gas, screw
        """)

    /// The most frequent verbs of WordNet 3.0, likewise.
    private static let englishVerbs = words(
        """
        be, have, say, make, see, do, know, come, give, take, get, find, seem, use, go, think,
        tell, become, feel, begin, show, look, ask, leave, want, try, hear, hold, keep, provide,
        stand, start, include, write, move, put, mean, appear, run, follow, work, turn, call,
        play, expect, bring, need, live, let, consider, believe, meet, reach, help, receive,
        continue, serve, remain, develop, lead, add, grow, pay, happen, walk, indicate, sit, wait,
        remember, require, watch, speak, lose, determine, like, read, pass, stop, fight, carry,
        produce, return, cause, open, learn, understand, offer, talk, send, change, increase,
        contain, allow, die, enter, build, create, spend, report, obtain, decide, reduce,
        describe, raise, drive, establish, cover, wish, explain, stay, suggest, apply, hope,
        occur, seek, represent, draw, wear, fall, win, rise, involve, prove, accept, express,
        choose, note, join, fail, recognize, kill, exist, maintain, buy, assume, remove, prevent,
        drop, wonder, achieve, throw, listen, sell, realize, fill, break, permit, enjoy, catch,
        agree, forget, announce, plan, deal, attend, teach, observe, discover, cut, answer, care,
        support, prepare, discuss, treat, suppose, operate, mention, love, reflect, shake, strike,
        smile, save, measure, conduct, visit, improve, concern, compare, imagine, admit, push,
        demand, deny, declare, approach, destroy, finish, extend, tend, suffer, refuse, pull,
        encourage, perform, avoid, attempt, regard, refer, laugh, insist, handle, guess, share,
        repeat, miss, claim, affect, settle, reveal, touch, notice, gain, vary, sleep, select,
        replace, mark, fly, eliminate, supply, recommend, spread, threaten, recall, publish, lift,
        collect, arise, worry, reply, identify, emerge, propose, issue, fit, charge, arrive,
        introduce, argue, separate, hate, travel, inform, deliver, beat, urge, proceed, press,
        check, marry, adopt, test, promise, possess, engage, burn, protect, limit, enable, define,
        attack, estimate, conclude, match, intend, gather, drink, cry, bother, vote, respond,
        count, attract, succeed, sign, preserve, manage, ignore, disappear, climb, arrange,
        prefer, occupy, hurry, escape, divide, defend, combine, adjust, relate, promote, examine,
        end, last, crash, freeze, belong, lack, depend, fascinate, blink, stick, close, expire, matter,
        thank, feature, separate, blow, click, load, vanish, slip, overlap, elapse,
        come, shrink, wind
        """)

    /// The third person and the past of English verbs, as they are formed regularly.
    private static func inflected(_ verbs: [String]) -> [String] {
        verbs.flatMap { verb -> [String] in
            if verb.hasSuffix("e") { return [verb + "s", verb + "d"] }
            if verb.hasSuffix("y"), !"aeou".contains(verb.dropLast().last ?? "a") {
                return [verb.dropLast() + "ies", verb.dropLast() + "ied"]
            }
            let hisses = ["s", "sh", "ch", "x", "z"].contains(where: verb.hasSuffix)
            return [verb + (hisses ? "es" : "s"), verb + "ed"]
        }
    }
}

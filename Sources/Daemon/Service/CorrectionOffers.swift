import Assembly
import Dictation
import Problems
import Session
import TextEditing
import TextProcessing

/// Counts what is corrected by voice or by hand, in memory, and offers to learn what was corrected twice.
struct CorrectionOffers {
    private var counts: [LearnedWords.Pair: Int] = [:]
    private var last: LearnedWords.Pair?
    /// Whether a correction could not be made since.
    private var isLastMissed = false
    /// The pair of which the user was asked whether it is really to be learnt.
    private var doubted: LearnedWords.Pair?
    /// A notice for the user, once the dictation has ended.
    private(set) var notice: Notice?

    /// The most pairs that are counted.
    private static let mostPairs = 500

    /// Notes corrections.
    mutating func note(_ report: CorrectionReport) {
        defer { if report.isLastMissed { isLastMissed = true } }
        for correction in report.made {
            isLastMissed = false
            let pair = LearnedWords.Pair(
                heard: correction.heard.lowercased(), meant: correction.meant)
            guard !pair.heard.isEmpty, !pair.meant.isEmpty else { continue }
            if counts.count >= Self.mostPairs { counts = [:] }
            counts[pair, default: 0] += 1
            last = pair
            if counts[pair] == 2 {
                notice = Notice(
                    .info, "Corrected for the second time. Learn it?",
                    remedy: "“learn that” writes it so from now on.", isOffer: true,
                    actions: [.learn])
            }
        }
    }

    /// Learns the last correction. An everyday word is learnt when it is asked for twice: all that is
    /// dictated changes with it.
    ///
    /// - Parameter language: the dictation's; nil if it has no rules.
    mutating func learn(in language: Language?) {
        guard let last, !isLastMissed else {
            let why =
                last == nil ? "nothing was corrected by voice" : "the last correction wasn’t made"
            notice = Notice(.warning, "Nothing was learnt: \(why)")
            return
        }
        let pair = "\(last.heard) → \(last.meant)"
        if language?.isEveryday(last.heard) == true, doubted != last {
            doubted = last
            notice = Notice(
                .warning, "Not learnt yet: “\(last.heard)” would become “\(last.meant)” everywhere",
                remedy: "Say it again to learn it.", actions: [.learn])
            return
        }
        do throws(Problem) {
            try LearnedWords.add(last)
            notice = Notice(.info, "Learnt: \(pair)", remedy: "It is in your dictionary now.")
        } catch {
            notice = Notice(.warning, error)
        }
    }

    /// Nothing may be learnt.
    mutating func refuse() {
        (counts, last) = ([:], nil)
        notice = Notice(
            .warning, "Nothing was learnt: the history is off",
            remedy: "[history] keep = 20 keeps texts in memory.")
    }

    /// The notice, once.
    mutating func takeNotice() -> Notice? {
        defer { notice = nil }
        return notice
    }
}

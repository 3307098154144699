import Assembly
import Dictation
import Problems
import Session

/// Counts what is corrected by voice, in memory, and offers to learn what was corrected twice.
struct CorrectionOffers {
    private var counts: [LearnedWords.Pair: Int] = [:]
    private var last: LearnedWords.Pair?
    /// What the user should know, once the dictation has ended.
    private(set) var notice: Notice?

    /// The most pairs that are counted.
    private static let mostPairs = 500

    /// Notes corrections.
    mutating func note(_ corrections: [Correction]) {
        for correction in corrections {
            let pair = LearnedWords.Pair(
                heard: correction.heard.lowercased(), meant: correction.meant)
            guard !pair.heard.isEmpty, !pair.meant.isEmpty else { continue }
            if counts.count >= Self.mostPairs { counts = [:] }
            counts[pair, default: 0] += 1
            last = pair
            if counts[pair] == 2 {
                notice = Notice(
                    .info, "Corrected for the second time: shall it be learnt?",
                    remedy: "“learn that” writes it so from now on.", isOffer: true,
                    actions: [.learn])
            }
        }
    }

    /// Learns the last correction.
    mutating func learn() {
        guard let last else {
            notice = Notice(.warning, "Nothing was learnt: nothing was corrected by voice")
            return
        }
        do throws(Problem) {
            try LearnedWords.add(last)
            notice = Notice(.info, "Learnt", remedy: "utter text learned")
        } catch {
            notice = Notice(.warning, error)
        }
    }

    /// Nothing may be learnt.
    mutating func refuse() {
        (counts, last) = ([:], nil)
        notice = Notice(
            .warning, "Nothing was learnt: the history is off",
            remedy: "utter config set history.keep 20 keeps texts in memory")
    }

    /// The notice, once.
    mutating func takeNotice() -> Notice? {
        defer { notice = nil }
        return notice
    }
}

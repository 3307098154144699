import Dictation
import Session
import Testing
import TextEditing
import TextProcessing

@testable import UtterDaemon

/// What isn't learnt. What is, in `VoiceEditingTests` of the whole program.
@Suite struct CorrectionOffersTests {
    private func report(
        _ heard: String, _ meant: String, isLastMissed: Bool = false
    ) -> CorrectionReport {
        var report = CorrectionReport()
        report.made = [Correction(of: heard, to: meant)]
        report.isLastMissed = isLastMissed
        return report
    }

    /// Issue 42, 1.7: an older pair was learnt silently.
    @Test func nothingIsLearntAfterACorrectionThatWasNotMade() {
        var offers = CorrectionOffers()
        offers.note(report("shevon", "Siobhan"))
        var missed = CorrectionReport()
        missed.isLastMissed = true
        offers.note(missed)
        offers.learn(in: .english)
        #expect(
            offers.takeNotice()?.message
                == "Nothing was learnt: the last correction wasn’t made")
    }

    @Test func anEverydayWordIsAskedFor() {
        var offers = CorrectionOffers()
        offers.note(report("second", "third"))
        offers.learn(in: .english)
        let notice = offers.takeNotice()
        #expect(notice?.message == "Not learnt yet: “second” would become “third” everywhere")
        #expect(notice?.actions == [.learn])
    }

    @Test(arguments: ["second", "seven", "the", "quickly", "increase", "Always", "good"])
    func everydayWordsAreKnown(_ word: String) {
        #expect(Language.english.isEveryday(word))
    }

    @Test(arguments: ["shevon", "Kovacs", "kubernetes"]) func namesAreNone(_ word: String) {
        #expect(!Language.english.isEveryday(word))
    }
}

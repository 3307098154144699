import Assembly
import Dictation
import History
import Session
import Settings
import TextEditing

// What the daemon learns of corrections by voice.

extension Daemon {
    /// Nothing is learnt without a history.
    func learn(_ report: CorrectionReport) {
        guard settings.history.keep > 0 else {
            if report.isWanted { corrections.refuse() }
            return
        }
        corrections.note(report)
        if report.isWanted { corrections.learn(in: try? Languages.find(settings)) }
    }

    func offerToLearn() {
        guard runner.display.state == .idle, let notice = corrections.takeNotice() else { return }
        runner.send(.notice(notice))
    }
}

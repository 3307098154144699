import Dictation
import History
import Session
import Settings

// What the daemon learns of corrections by voice.

extension Daemon {
    /// Nothing is learnt without a history.
    func learn(_ made: [Correction], isWanted: Bool) {
        guard settings.history.keep > 0 else {
            if isWanted { corrections.refuse() }
            return
        }
        corrections.note(made)
        if isWanted { corrections.learn() }
    }

    func offerToLearn() {
        guard runner.display.state == .idle, let notice = corrections.takeNotice() else { return }
        runner.send(.notice(notice))
    }
}

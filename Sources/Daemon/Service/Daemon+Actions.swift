import Assembly
import ControlProtocol
import Dictation
import History
import LinuxRuntime
import Problems
import Session
import SystemPackage
import TextEditing
import TextProcessing

// What buttons of notifications and hotkeys do that start no dictation.

extension Daemon {
    /// Does what the button of a notice says. Only a command is told what became of it.
    func act(_ action: Notice.Action, _ reply: @escaping (ControlReply) -> Void = { _ in }) {
        switch action {
        case .retype: act(HotkeyAction.retype)
        case .copy: act(HotkeyAction.copy)
        case .undo: act(HotkeyAction.undo)
        case .learn:
            learn(.wanted)
            offerToLearn()
        case .take: return answer(.takeRewriting, reply)
        case .leave: return answer(.leaveRewriting, reply)
        case .first: return answer(.firstAlternative, reply)
        case .second: return answer(.secondAlternative, reply)
        case .third: return answer(.thirdAlternative, reply)
        case .retry: return retry(.automatic, at: nil, reply)
        case .settings: openSettings()
        case .more: runner.showMoreHelp()
        }
        reply(.ok())
    }

    /// Recognises again what could not be recognised or the last dictation, or the one with a
    /// number in the history, in another language or with another model if these are named.
    func retry(
        _ wanted: DictationOverrides, at number: Int?, _ reply: (ControlReply) -> Void
    ) {
        do throws(Problem) {
            if let problem = setups.settings.problem(with: wanted) { throw problem }
            try runner.retry(wanted, at: number)
            reply(.ok())
        } catch { reply(.failure(error)) }
    }

    /// The window stays when the daemon ends, also as a service.
    private func openSettings() {
        guard let path = SettingsProgram.path else {
            return warn(
                Problem(
                    "the settings window isn’t installed", why: "",
                    remedy: "Install utter again; utter setup does the same in a terminal."))
        }
        do {
            settingsWindow = try ChildProcess(ServiceUnit.surviving([path])) { [weak self] status in
                guard let self else { return }
                settingsWindow = nil
                if status != .exited(0) {
                    warn(
                        Problem(
                            "the settings window ended", why: "\(status)",
                            remedy: "Open it again; utter setup does the same in a terminal."))
                }
            }
        } catch {
            warn(Problem("the settings window did not open", why: "\(error)"))
        }
    }

    private func answer(_ answer: EditAction, _ reply: @escaping (ControlReply) -> Void) {
        EventLoop.task { [self] in
            do throws(Problem) {
                if answer == .leaveRewriting {
                    try runner.leaveProposal()
                } else {
                    try await runner.take(answer)
                }
                reply(.ok())
            } catch {
                warn(error)
                reply(.failure(error))
            }
        }
    }

    /// Does what a hotkey is for that starts no dictation.
    func act(_ action: HotkeyAction) {
        switch action {
        case .retype: retypeLast()
        case .copy: copyLast()
        case .undo: revise(.undo)
        case .scratch: revise(.scratch)
        // The machine does those.
        case .dictate, .submit, .command, .instruct, .language, .cancel: break
        }
    }

    private func retypeLast() {
        guard let last = runner.history.entries.last else {
            return warn(Problem("nothing to type", why: "nothing was dictated yet"))
        }
        if let reason = runner.send(.retype(last.record)) {
            warn(Problem("cannot type it again", why: reason))
        }
    }

    private func revise(_ revision: Composition.Revision) {
        EventLoop.task { [self] in
            do throws(Problem) {
                try await runner.revise(revision)
            } catch { warn(error) }
        }
    }

    /// The text stays on the clipboard when the daemon ends, also as a service.
    private func copyLast() {
        guard !runner.history.entries.isEmpty else {
            return warn(Problem("nothing to copy", why: "nothing was dictated yet"))
        }
        do {
            let command = ServiceUnit.surviving([try Executable.path().string, "copy"])
            copying = try ChildProcess(command) { [weak self] status in
                guard let self else { return }
                copying = nil
                if status == .exited(0) {
                    runner.send(.notice(Notice(.info, "Copied")))
                } else {
                    warn(
                        Problem(
                            "the text was not copied", why: "see the log",
                            remedy: "Try it again; utter copy says what is wrong."))
                }
            }
        } catch {
            warn(Problem("the text was not copied", why: "\(error)"))
        }
    }

    /// Not in the log: nothing is wrong with the program.
    private func warn(_ problem: Problem) {
        runner.send(.notice(Notice(.warning, problem)))
    }
}

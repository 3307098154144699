import Assembly
import ControlProtocol
import Dictation
import History
import LinuxRuntime
import Problems
import Session
import Settings
import TextProcessing

// The requests over the control socket.

extension Daemon {
    func answer(
        _ request: ControlRequest, _ reply: @escaping (ControlReply) -> Void
    ) {
        switch request {
        case .toggle(let choice): reply(command(.toggle, choice))
        case .start(let choice): reply(command(.start, choice))
        case .stop: reply(command(.stop))
        case .pause: reply(command(.pause))
        case .cancel:
            reply(stopReading() || runner.stopCommandTyping() ? .ok() : command(.cancel))
        case .status, .subscribe: reply(.status(report))
        case .last(let count):
            reply(.transcripts(transcripts(count)))
        case .clearHistory:
            do throws(Problem) {
                try clearHistory()
                reply(.ok())
            } catch { reply(.failure(error)) }
        case .retype:
            guard let last = runner.history.entries.last else {
                return reply(
                    .failure(Problem("nothing to type", why: "nothing was dictated yet")))
            }
            reply(done(runner.send(.retype(last.record)), "cannot type it again"))
        case .retry(let choice, let number): retry(choice, at: number, reply)
        case .type(let text, let environment): type(text, for: environment, reply)
        case .act(let action): act(action, reply)
        case .restoreRaw:
            EventLoop.task { [self] in
                do throws(Problem) {
                    try await runner.revise(.restoreRaw)
                    reply(.ok())
                } catch { reply(.failure(error)) }
            }
        }
    }

    private func command(
        _ command: DictationCommand, _ choice: DictationOverrides = .automatic
    ) -> ControlReply {
        // If the microphone must be opened first, that doesn't wait for the search for models.
        let begins =
            runner.display.state == .idle && (choice.language != nil || choice.model != nil)
        if let problem = setups.settings.problem(with: choice, models: !begins) {
            return .failure(problem)
        }
        let reason = runner.send(.command(command, choice))
        if begins, reason == nil, runner.display.state == .recording,
            let problem = setups.settings.problem(with: choice)
        {
            runner.send(.refused)
            return .failure(problem)
        }
        return done(reason, "cannot \(command)")
    }

    /// The reply to a command: a failure if there is a reason why nothing changed.
    private func done(_ reason: String?, _ what: String) -> ControlReply {
        reason.map { .failure(Problem(what, why: $0)) } ?? .ok()
    }
}

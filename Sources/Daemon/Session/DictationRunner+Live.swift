import Dictation
import LinuxRuntime

// Words that are typed during the dictation.

extension DictationRunner {
    func beginLiveTyping() {
        replacesEarly = false
        guard machine.rules.commit != .end else {
            live = nil
            return
        }
        let surroundings = LiveTyping.Surroundings(
            sinks: { [unowned self] in await isClearToTypeEarly() ? parts.sinks : nil },
            place: { [unowned self] in await standing },
            insertion: { [unowned self] in await composing($0, isEarly: true).insertion },
            clean: { [unowned self] in
                TypableText(cleaning: $0, lineBreaks: style.lineBreaks, tabs: style.tabs)
            })
        live = LiveTyping(after: live, surroundings, of: self)
    }

    func composeWhenIdle(_ transcript: Transcript) {
        guard let live else {
            return whenFocusIsSettled { [unowned self] in await compose(transcript) }
        }
        uncomposed = transcript
        live.whenIdle { [self] in
            guard uncomposed != nil else { return }
            uncomposed = nil
            whenFocusIsSettled { [unowned self] in await compose(transcript) }
        }
    }

    /// The composition was cancelled, or took too long.
    func giveUpComposing() {
        guard uncomposed != nil else { return }
        uncomposed = nil
        replacesEarly = true
        live?.stop()
    }

    /// The rest of a text to type, the whole text if a part of it was typed already, and what the
    /// user should know.
    func completing(
        _ text: Composing
    ) async -> (left: Insertion, whole: String?, notice: Notice?) {
        guard let live, live.hasTyped else { return (text.insertion, nil, text.notice) }
        let (left, isExact) = await live.completing(text.insertion)
        return (left, text.insertion.text, isExact ? text.notice : Self.uncorrected)
    }

    private static let uncorrected = Notice(
        .warning, "The last words in the other window are not corrected",
        remedy: "The whole text is kept: utter last")

    /// An insertion that replaces what was typed early, if requested.
    func replacingEarly(_ insertion: Insertion) async -> Insertion {
        guard replacesEarly, let live else { return insertion }
        replacesEarly = false
        return await live.completing(insertion).left
    }

    /// Ends the program when typing has stopped. No key may stay down.
    func endWhenIdle() {
        guard let live else { return onExit() }
        live.stop()
        live.whenIdle { [self] in onExit() }
    }
}

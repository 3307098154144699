internal import Dictation
import MonotonicTime

/// A scenario of the dictation machine as text, one step a line:
///
///     EVENT -> STATE; EFFECT; EFFECT; …
///
/// The event is a word for what happens (`hotkey down`, `utterance hello`) or a time that passes
/// (`150ms`), in which due deadlines fire. `backlog 9s` sets the recogniser's backlog from then on.
/// The part after the arrow is the machine's required answer, as seen from outside: its deadlines
/// are not. On a line without an arrow nothing may change and no effect may occur.
/// `rules NAME=TIME hotkeys=MODE,…` sets the rules and starts again. `#` begins a comment.
public struct Scenario {
    private var machine = DictationMachine()
    private var now = Instant(nanoseconds: 0)
    private var deadlines: [DictationDeadline: Instant] = [:]
    private var backlog = Duration.zero

    /// Runs a scenario and returns it with the machine's actual answers: equal to the text if all
    /// are as required.
    public static func run(_ text: String) -> String {
        var scenario = Scenario()
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { scenario.run(line: String($0)) }.joined(separator: "\n")
    }

    private mutating func run(line: String) -> String {
        let step = line.prefix { $0 != "#" }.trimmed
        if step.isEmpty { return line }
        let event = step.components("->")[0].trimmed
        if event.hasPrefix("rules") {
            self = Scenario()
            machine = DictationMachine(rules: DictationRules(words: event.words.dropFirst()))
            return event
        }
        if event.words[0] == "backlog" {
            backlog = Duration(words: event.words[1])!
            return event
        }
        let before = machine.display
        var effects: [DictationEffect] = []
        if let duration = Duration(words: event) {
            effects = pass(duration)
        } else {
            effects = handle(DictationEvent(words: event, at: now))
        }
        let answer = answer(effects, before: before, after: machine.display)
        return answer.isEmpty ? event : "\(event) -> \(answer)"
    }

    private mutating func handle(_ event: DictationEvent) -> [DictationEffect] {
        let effects = machine.handle(event, at: now)
        for effect in effects {
            switch effect {
            case .setDeadline(let deadline, let time): deadlines[deadline] = time
            case .clearDeadline(let deadline): deadlines[deadline] = nil
            default: break
            }
        }
        return effects
    }

    private mutating func pass(_ duration: Duration) -> [DictationEffect] {
        let end = now.advanced(by: duration)
        var effects: [DictationEffect] = []
        while let (deadline, time) = deadlines.min(by: { $0.value < $1.value }), time <= end {
            now = time
            deadlines[deadline] = nil
            effects += handle(.deadline(deadline, backlog: backlog))
        }
        now = end
        return effects
    }

    private func answer(
        _ effects: [DictationEffect], before: DictationDisplay, after: DictationDisplay
    ) -> String {
        var parts: [String] = []
        if (before.state, before.isHearing, before.isPaused, before.isStartQueued, before.staysOn)
            != (after.state, after.isHearing, after.isPaused, after.isStartQueued, after.staysOn)
        {
            parts.append(
                "\(after.state)" + (after.isHearing ? " hearing" : "")
                    + (after.isPaused ? " paused" : "")
                    + (after.isStartQueued ? " queued" : "") + (after.staysOn ? " stays on" : ""))
        }
        if before.partial != after.partial { parts.append("partial “\(after.partial)”") }
        parts += effects.compactMap(describe)
        if before.notice != after.notice {
            let notice = after.notice
            parts.append(
                notice.map { notice in
                    let buttons = notice.actions.map(\.rawValue).joined(separator: ", ")
                    return "\(notice.severity) “\(notice.message)”"
                        + (buttons.isEmpty ? "" : " [\(buttons)]")
                } ?? "notice gone")
        }
        return parts.joined(separator: "; ")
    }

    private func describe(_ choice: DictationOverrides) -> String? {
        let parts = [
            choice.profile.map { "profile \($0)" }, choice.language.map { "language \($0)" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : "select \(parts.joined(separator: " and "))"
    }

    private func describe(_ effect: DictationEffect) -> String? {
        switch effect {
        case .startCapture: "start capture"
        case .stopCapture: "stop capture"
        case .pauseCapture: "pause capture"
        case .resumeCapture: "resume capture"
        case .prepareRecognizer: "prepare recognizer"
        case .select(let choice): describe(choice)
        case .beginRecognition: "begin recognition"
        case .finishRecognition: "finish recognition"
        case .cancelRecognition: "cancel recognition"
        case .typeEarly(let transcript, let isFinal):
            "\(isFinal ? "type" : "type early") “\(transcript.withPauses)”"
        case .withdraw: "withdraw"
        case .compose(let transcript, let purpose):
            "compose “\(transcript.withPauses)”" + (purpose == .text ? "" : " for a \(purpose)")
        case .composeAgain(let transcript): "compose again “\(transcript.withPauses)”"
        case .act(let action): "act: \(action)"
        case .cancelComposition: "cancel composition"
        case .keep(let record):
            "keep \(record.number) “\(record.text ?? record.transcript.text)”"
                + (record.rest.isEmpty ? " typed" : " rest “\(record.rest)”")
        case .forget(let number): "forget \(number.map(String.init) ?? "the sound")"
        case .insert(let insertion) where insertion.isEmpty: "insert nothing"
        case .insert(let insertion): insertion.steps.map(describe).joined(separator: ", ")
        case .stopInsertion: "stop insertion"
        // The machine's own: what is seen is what it does when the time is over.
        case .setDeadline, .clearDeadline: nil
        case .ignored(let reason): "ignored: \(reason)"
        case .exit: "exit"
        }
    }

    private func describe(_ step: Insertion.Step) -> String {
        switch step {
        case .delete(let count): "delete \(count)"
        case .type(let text): "insert “\(text)”"
        case .select(let count): "select \(count)"
        case .move(let offset): "move \(offset)"
        case .confirm(let before, let selected): "confirm “\(before)” “\(selected)”"
        case .press(let key, 1): "press \(key)"
        case .press(let key, let count): "press \(key) \(count) times"
        }
    }
}

extension Transcript {
    /// The utterances with `/` between two, and `//` where the user paused for long.
    fileprivate var withPauses: String {
        utterances.enumerated().map { index, words in
            guard index < utterances.count - 1 else { return words }
            return words + (longPauses.contains(index) ? " // " : " / ")
        }.joined()
    }
}

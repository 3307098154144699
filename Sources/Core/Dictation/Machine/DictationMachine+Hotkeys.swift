import MonotonicTime

// The keys that start and stop dictation, and the one that cancels it.

extension DictationMachine {
    /// A dictation that lasts as long as a key is held.
    struct Hold: Sendable {
        /// The binding's index in the rules.
        let binding: Int
        /// Whether the press began the dictation; false if it took over a running one.
        let isOwner: Bool
    }

    /// Whether a dictation is recording, or queued. A paused one isn't: its key resumes it.
    private var isActive: Bool {
        if case .recording(let recording) = phase { !recording.isPaused } else { isStartQueued }
    }

    mutating func handle(_ event: HotkeyEvent, _ now: Instant) -> [DictationEffect] {
        switch event {
        case .pressed(let index, let at):
            guard gestures.indices.contains(index) else { return [.ignored("no such hotkey")] }
            return perform(gestures[index].press(at, isActive: isActive), index, now)
        case .released(let index, let at):
            guard gestures.indices.contains(index) else { return [.ignored("no such hotkey")] }
            let request = gestures[index].release(
                at, isActive: isActive, isHeld: hold?.binding == index)
            return perform(request, index, now)
        case .spoiled(let index, let at):
            guard gestures.indices.contains(index) else { return [.ignored("no such hotkey")] }
            let request = gestures[index].spoil(
                at, isHeld: hold?.binding == index, hasSpeech: hasSpeech)
            return perform(request, index, now)
        case .cancel:
            return cancel(now)
        case .failed(let problem):
            return show(Notice(.error, problem), now)
        case .answered:
            return []
        }
    }

    private var hasSpeech: Bool {
        if case .recording(let recording) = phase { recording.hasSpeech } else { false }
    }

    /// The overrides for a dictation that the hotkey starts.
    private func choice(_ index: Int) -> DictationOverrides {
        var choice = rules.hotkeys[index].choice
        choice.purpose = rules.hotkeys[index].action.purpose ?? .text
        return choice
    }

    private mutating func perform(
        _ request: HotkeyGesture.Request, _ index: Int, _ now: Instant
    ) -> [DictationEffect] {
        switch request {
        case .nothing:
            return []
        case .start:
            return start(choice(index), now)
        case .stop:
            if case .recording(var recording) = phase, recording.purpose == .text {
                recording.purpose = rules.hotkeys[index].action == .submit ? .submission : .text
                phase = .recording(recording)
            }
            return stop(now)
        case .act:
            return act(rules.hotkeys[index], now)
        case .startHeld:
            guard !isActive else {
                // Push-to-talk has no silence limit.
                hold = Hold(binding: index, isOwner: false)
                return [.clearDeadline(.silence)]
            }
            hold = Hold(binding: index, isOwner: !isPaused)
            return start(choice(index), now)
        case .letGo:
            return letGo(now)
        case .revert:
            return hold?.isOwner == true ? revert() : letGo(now)
        case .cancel:
            return cancel(now)
        }
    }

    /// Does what a hotkey is for that starts no dictation.
    private mutating func act(_ hotkey: HotkeyBinding, _ now: Instant) -> [DictationEffect] {
        switch hotkey.action {
        case .cancel: cancel(now)
        case .language: chooseLanguage(after: language ?? rules.language, hotkey.languages, now)
        case let action: [.act(action)]
        }
    }

    /// The dictations from now on are in the next language.
    private mutating func chooseLanguage(
        after present: String?, _ languages: [String], _ now: Instant
    ) -> [DictationEffect] {
        guard !languages.isEmpty else { return [.ignored("no languages are listed")] }
        let place = present.flatMap { languages.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let next = languages[place % languages.count]
        language = next
        return show(Notice(.info, "Language: \(next)"), now)
    }

    /// The dictation continues without the key, with its silence limit.
    private mutating func letGo(_ now: Instant) -> [DictationEffect] {
        hold = nil
        guard case .recording(let recording) = phase, recording.isHearing,
            !recording.isSpeaking
        else { return [] }
        return awaitSpeech(recording, now)
    }

    /// Drops the dictation without a notice: the user didn't mean to begin it.
    mutating func revert() -> [DictationEffect] {
        hold = nil
        guard case .recording = phase else {
            isStartQueued = false
            return []
        }
        phase = .idle
        return Self.abandonRecording + withdrawal
    }

    /// A hold ends with its dictation.
    mutating func endHold() {
        if !isActive { hold = nil }
    }
}

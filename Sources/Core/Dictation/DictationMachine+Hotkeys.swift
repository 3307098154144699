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

    /// Whether a dictation is recording, or queued.
    private var isActive: Bool {
        if case .recording = phase { true } else { isStartQueued }
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
        }
    }

    private var hasSpeech: Bool {
        if case .recording(let recording) = phase { recording.hasSpeech } else { false }
    }

    private mutating func perform(
        _ request: HotkeyGesture.Request, _ index: Int, _ now: Instant
    ) -> [DictationEffect] {
        switch request {
        case .nothing:
            return []
        case .start:
            return start(rules.hotkeys[index].choice, now)
        case .stop:
            return stop(now)
        case .startHeld:
            guard !isActive else {
                // Push-to-talk has no silence limit.
                hold = Hold(binding: index, isOwner: false)
                return [.clearDeadline(.silence)]
            }
            hold = Hold(binding: index, isOwner: true)
            return start(rules.hotkeys[index].choice, now)
        case .letGo:
            return letGo(now)
        case .takeBack:
            return hold?.isOwner == true ? takeBack() : letGo(now)
        }
    }

    /// The dictation continues without the key, with its silence limit.
    private mutating func letGo(_ now: Instant) -> [DictationEffect] {
        hold = nil
        guard case .recording(let recording) = phase, recording.isHearing,
            !recording.isSpeaking
        else { return [] }
        return awaitSpeech(now)
    }

    /// Drops the dictation without a notice: the user didn't mean to begin it.
    mutating func takeBack() -> [DictationEffect] {
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

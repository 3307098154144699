/// The settings of the dictation machine.
public struct DictationRules: Hashable, Sendable {
    /// Silence of this length ends a dictation; nil for no limit.
    public var silenceLimit: Duration? = .seconds(8)
    /// The same before anything was said; nil if the limit above holds then, too.
    public var beginningLimit: Duration?
    /// Silence of this length ends a dictation that stays on; nil for no limit.
    public var continuousSilenceLimit: Duration? = .seconds(60)
    /// The maximum length of a dictation.
    public var maximumLength: Duration = .seconds(300)
    /// Without progress for this long, recogniser or text processing are aborted.
    public var processingLimit: Duration = .seconds(30)
    /// How long a notice is shown.
    public var noticeTime: Duration = .seconds(5)
    /// When words are typed.
    public var commit = CommitTime.end
    /// The binding of each hotkey, in the order of the indices in events.
    public var hotkeys = [HotkeyBinding()]

    /// The actions that a notice offers about a microphone or recogniser that can't work.
    public var failureActions: [Notice.Action] = []

    /// The spoken language of the settings, if they name one.
    public var language: String?

    public init() {}
}

/// When the words of a dictation are typed.
public enum CommitTime: String, Hashable, Sendable, CaseIterable {
    /// At the end of the dictation; until then they are shown in the document, where the window
    /// shows text that isn't typed yet.
    case auto
    /// At the end of the dictation.
    case end
    /// During the dictation, each utterance when it ends.
    case final
    /// During the dictation, as soon as words are stable.
    case live
}

/// The settings of the dictation machine.
public struct DictationRules: Hashable, Sendable {
    /// Silence of this length ends a dictation; nil: never.
    public var silenceLimit: Duration? = .seconds(8)
    /// A dictation ends at this length.
    public var maximumLength: Duration = .seconds(300)
    /// Without a sign of life for this long, recogniser or text processing are given up.
    public var processingLimit: Duration = .seconds(30)
    /// How long a notice is shown.
    public var noticeTime: Duration = .seconds(5)
    /// When words are typed.
    public var commit = CommitTime.end
    /// What each hotkey does, in the order by which events name them.
    public var hotkeys = [HotkeyBinding()]

    public init() {}
}

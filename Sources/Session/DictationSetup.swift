public import DictationParts
public import Problems
public import SinkChains

/// The setup of a dictation.
public struct DictationSetup {
    /// The profile in force, if any.
    public let profile: String?
    public let sinks: SinkChain
    public let style: DictationRunner.Style
    /// Cleans up the text; nil if there is no clean-up.
    public let cleaner: (any TextCleaner)?
    /// Why the setup isn't the requested one.
    public var problem: Problem?

    public init(
        profile: String?, sinks: SinkChain, style: DictationRunner.Style,
        cleaner: (any TextCleaner)? = nil
    ) {
        self.profile = profile
        self.sinks = sinks
        self.style = style
        self.cleaner = cleaner
    }
}

/// The values that a dictation uses instead of the settings for its window.
public struct DictationOverrides: Hashable, Sendable {
    /// The name of a profile in the configuration.
    public var profile: String?
    /// The spoken language: a BCP 47 tag.
    public var language: String?
    /// The name of a speech model on this machine.
    public var model: String?
    public var purpose = DictationPurpose.text
    /// Whether it stays on: after each pause what was said is typed, and the next words are listened
    /// for, until the user ends it.
    public var staysOn: Bool

    /// - Parameters:
    ///   - profile: nil for the focused window's, if any.
    ///   - language: nil for the profile's.
    ///   - model: nil for the one that the settings choose.
    public init(
        profile: String? = nil, language: String? = nil, model: String? = nil,
        staysOn: Bool = false
    ) {
        self.profile = profile
        self.language = language
        self.model = model
        self.staysOn = staysOn
    }

    /// These overrides, with the language and the model of others where those name them.
    public func replaced(by others: DictationOverrides) -> DictationOverrides {
        var replaced = self
        replaced.language = others.language ?? language
        // A model may understand no other language.
        replaced.model = others.model ?? (others.language == nil ? model : nil)
        return replaced
    }

    /// The settings for the focused window.
    public static let automatic = DictationOverrides()
}

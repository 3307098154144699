/// What is asked for when a dictation begins, instead of what its window would get.
public struct DictationOverrides: Hashable, Sendable {
    /// The name of a profile of the configuration.
    public var profile: String?
    /// What is spoken: a BCP 47 tag.
    public var language: String?

    /// - Parameters:
    ///   - profile: nil: the one of the focused window, if any.
    ///   - language: nil: that of the profile.
    public init(profile: String? = nil, language: String? = nil) {
        self.profile = profile
        self.language = language
    }

    /// What the focused window gets.
    public static let automatic = DictationOverrides()
}
